import { cutText } from '../core/text/cutText.ts';
import { textForModel } from '../core/text/visibleText.ts';

/** Returns external text for a language model, truncated and without invisible characters. */
export function modelText(text: string, maximumLength: number): string {
  return textForModel(cutText(text, maximumLength));
}
