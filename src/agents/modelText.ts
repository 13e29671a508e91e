import { cutText } from '../core/text/cutText.ts';
import { shapelessText } from '../core/text/visibleText.ts';

/** Returns a value from outside for a language model: visible characters only, and truncated. */
export function modelText(text: string, maximumLength: number): string {
  return shapelessText(cutText(text, maximumLength));
}
