import { cutText } from './cutText.ts';
import { isolated } from './isolated.ts';
import { surfaces } from './surfaces.ts';
import { visibleJson, visibleText, withoutLineBreaks } from './visibleText.ts';

/**
 * Maximum length of a document's line, in UTF-16 units, so that megabytes of invisible text are processed
 * quickly.
 */
const maximumLineLength = surfaces.document.longest;

/** Returns an external value as one line of visible characters, for stand-alone lines. */
export function singleLine(text: string): string {
  const words = withoutLineBreaks(cutText(text, maximumLineLength)).replaceAll(/\p{Zs}+/gu, ' ');
  return visibleText(words.replaceAll(/^ | $/g, ''));
}

/**
 * Returns an external value for use inside our own text: like `singleLine`, and isolated if it contains
 * right-to-left text. Not for editors, which would show the isolates.
 */
export function displayText(text: string): string {
  return isolated(singleLine(text));
}

/** Returns `value` as indented JSON with all characters visible; very long lines are truncated. */
export function displayJson(value: unknown): string {
  const lines = JSON.stringify(value, undefined, 2).split('\n');
  return lines.map((line) => visibleJson(cutText(line, maximumLineLength))).join('\n');
}
