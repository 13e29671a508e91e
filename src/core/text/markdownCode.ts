import type { MadeText } from './madeText.ts';
import { surfaceText } from './surfaceText.ts';

/** Inline code of a Markdown document; only `markdownCode` makes it. */
export type MarkdownCode = MadeText<'inlineCode'>;

/**
 * Returns `text` as inline code, for a Markdown document whose source is read by people, too: it never
 * contains a link, image, tag, mention or emphasis, whatever `text` contains.
 */
export function markdownCode(text: string): MarkdownCode;
export function markdownCode(text: string): string {
  // The editor underlines addresses in any text, even in code.
  const shown = surfaceText('markdownCode', text)
    .trim()
    .replaceAll(/:(?=\/\/)/g, ': ');
  const runs = shown.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  // Markdown removes one space at each end; it separates the fence from a backtick.
  const content = shown.startsWith('`') || shown.endsWith('`') ? ` ${shown} ` : shown;
  return shown === '' ? '-' : `${fence}${content}${fence}`;
}
