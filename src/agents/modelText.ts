import { cutText } from '../core/text/cutText.ts';
import { visibleText } from '../core/text/visibleText.ts';

/** Returns a value from outside for a language model: visible characters only, and truncated. */
export function modelText(text: string, maximumLength: number): string {
  return visibleText(cutText(text, maximumLength));
}
