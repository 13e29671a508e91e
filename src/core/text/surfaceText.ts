import { cutText } from './cutText.ts';
import { withoutIsolates } from './isolated.ts';
import type { MadeText } from './madeText.ts';
import { rulesOf, type Markup, type Surface, type SurfaceOfLines } from './surfaces.ts';
import { visibleText, withoutLineBreaks } from './visibleText.ts';

/** Text made for a surface; only such text is passed to VS Code. */
export type SurfaceText<S extends Surface> = MadeText<S>;

/** Input for a surface's text: lines if it shows line breaks, otherwise one text. */
export type SurfaceInput<S extends Surface> = S extends SurfaceOfLines ? readonly string[] : string;

/**
 * Neutralizers of markup, visible to the reader. Each replaces a little of the text: VS Code shows escapes
 * where it does not interpret them, and with invisible characters, a search would not find a text that looks
 * the same.
 */
const neutralizers: Readonly<Record<Markup, (text: string) => string>> = {
  links: (text) => withoutOpenBracket(text.replaceAll('](', '] (')),
  icons: (text) => text.replaceAll('$(', '$ ('),
  isolates: withoutIsolates,
  mnemonics: (text) => text.replaceAll(/&(?=&)/g, '& '),
};

/** Makes the text of a surface from any text, whatever its origin; no other function makes one. */
export function surfaceText<S extends Surface>(surface: S, text: SurfaceInput<S>): SurfaceText<S>;
export function surfaceText(surface: Surface, text: string | readonly string[]): string {
  const { whole } = rulesOf(surface);
  const lines = typeof text === 'string' ? [text] : text;
  if (whole === undefined) {
    return lines.map((line) => surfaceLine(surface, line)).join('\n');
  }
  const shown: string[] = [];
  let room = whole;
  for (const line of lines) {
    const made = surfaceLine(surface, line);
    room -= made.length + 1;
    if (room < 0) {
      shown.push('…');
      break;
    }
    shown.push(made);
  }
  return shown.join('\n');
}

function surfaceLine(surface: Surface, line: string): string {
  const { longest, reads } = rulesOf(surface);
  const textOnly = (text: string): string =>
    reads.reduce<string>((result, markup) => neutralizers[markup](result), visibleText(text));
  if (longest === 'limited') {
    return textOnly(withoutLineBreaks(line));
  }
  // Truncated before the slow steps, and again because these made it longer; the last step replaces markup
  // that truncation left open.
  return textOnly(cutText(textOnly(withoutLineBreaks(cutText(line, longest))), longest));
}

/** Replaces unclosed brackets: a link after an open bracket would become part of it. */
function withoutOpenBracket(text: string): string {
  const closed = text.lastIndexOf(']') + 1;
  return text.slice(0, closed) + text.slice(closed).replaceAll('[', '［');
}
