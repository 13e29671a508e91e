import { cutText } from '../text/cutText.ts';
import { displayText } from '../text/displayText.ts';

/** Maximum length of a name or an ID in a dialog, in UTF-16 units: about a line. */
const shownLength = 60;

/** Double quotation marks of all languages of our texts. */
const quotationMarks = /[“”„‟«»「」『』〝〞〟＂]/gu;

/**
 * Returns a value from outside for use between the quotation marks of our own text, which it cannot close. Not
 * for addresses and permissions, whose end matters to the reader.
 */
export function shownValue(text: string): string {
  return cutText(unquoted(displayText(text)), shownLength);
}

/** Returns `text` with plain quotation marks in place of typographic ones. */
export function unquoted(text: string): string {
  return text.replaceAll(quotationMarks, '"');
}
