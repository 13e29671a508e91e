declare const brand: unique symbol;

/**
 * Segment of a path that VS Code shows in tabs, breadcrumbs and messages, some of which turn
 * `[text](command:…)` into links and `$(name)` into icons. It contains no markup and no separator, and all of
 * its characters are visible.
 */
export type PathSegment = string & { readonly [brand]: 'PathSegment' };

/** Maximum length in characters; a tab has no room for more. */
const maximumLength = 80;

/**
 * Valid characters of a segment: visible letters, marks and digits of all scripts (without, for example, Hangul
 * fillers and variation selectors), and punctuation without meaning to VS Code.
 */
const allowed = /[[\p{L}\p{M}\p{N}\x20\-_.·…]--\p{Default_Ignorable_Code_Point}]/v;

const segment = new RegExp(`^(?![ .])${allowed.source}+(?<![ .])$`, 'v');
const otherCharacters = new RegExp(`(?:(?!${allowed.source})[^])+`, 'gv');

/** Characters that are invisible, or reorder the text around them. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gv;

/** Returns whether `text` is a path segment. */
export function isPathSegment(text: string): text is PathSegment {
  return segment.test(text);
}

/**
 * Returns `text` as a path segment: without invisible characters, with underscores for invalid ones, and
 * truncated. Undefined if it is empty.
 */
export function pathSegment(text: string): PathSegment | undefined {
  const readable = trimmed(
    text.replaceAll(invisible, '').replaceAll(/\s+/g, ' ').replaceAll(otherCharacters, '_'),
  );
  const characters = Array.from(readable);
  const cut =
    characters.length > maximumLength
      ? `${trimmed(characters.slice(0, maximumLength).join(''))}…`
      : readable;
  return isPathSegment(cut) ? cut : undefined;
}

/** Trims dots and spaces: a segment of dots would be a relative path, and spaces at the ends are invisible. */
function trimmed(text: string): string {
  return text.replace(/^[ .]+/, '').replace(/(?<![ .])[ .]+$/, '');
}
