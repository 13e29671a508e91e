import { surfaceText, type SurfaceText } from '../core/text/surfaceText.ts';

/** Makes text for the page of a webview, which shows line breaks. */
export function pageText(text: string): SurfaceText<'form'> {
  return surfaceText('form', text.split(/\r\n|\r|\n/));
}
