import { surfaceText, type SurfaceText } from '../core/text/surfaceText.ts';
import { comparedText } from '../core/text/visibleText.ts';

/** Makes text for the page of a webview, which shows line breaks. */
export function pageText(text: string): SurfaceText<'form'> {
  return surfaceText('form', text.split(/\r\n|\r|\n/));
}

/** Makes the text of a value that the page of a webview shows beside `others`. */
export function comparedPageText(value: string, others: readonly string[]): SurfaceText<'form'> {
  return surfaceText('form', [comparedText(value, others)]);
}
