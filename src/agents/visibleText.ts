import { cutText } from '../core/text/cutText.ts';

/** What can hide words from the person who reads along, but not from a language model. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/**
 * Returns text of the service as a language model gets it: characters that nobody sees as escapes, and
 * no more than `maximumLength` UTF-16 units of the text.
 */
export function visibleText(text: string, maximumLength: number): string {
  return cutText(text, maximumLength).replaceAll(
    invisible,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
}
