import { cutText } from '../text/cutText.ts';
import { displayText } from '../text/displayText.ts';
import { unquoted } from '../text/unquoted.ts';

/** Maximum length of a name or an ID in a dialog, in UTF-16 units: about a line. */
const shownLength = 60;

/**
 * Returns an external value for use in quotation marks within our own text, shortened and unable to close
 * them. Not for addresses and permissions, whose end matters to the reader.
 */
export function shownValue(text: string): string {
  return cutText(unquoted(displayText(text)), shownLength);
}
