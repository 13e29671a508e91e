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
 * where it does not interpret them, and invisible characters would make text that looks like another and is not
 * found by it.
 */
const neutralizers: Readonly<Record<Markup, (text: string) => string>> = {
  links: (text) => withoutOpenBracket(text.replaceAll('](', '] (')),
  icons: (text) => text.replaceAll('$(', '$ ('),
  isolates: withoutIsolates,
  mnemonics: (text) => text.replaceAll(/&(?=&)/g, '& '),
};

/** Makes the text of a surface from any text, whatever its origin; the only way to make one. */
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
  // Cut off before what takes time, and again, as that made it longer; what the cut leaves open is replaced.
  return textOnly(cutText(textOnly(withoutLineBreaks(cutText(line, longest))), longest));
}

/** Replaces unclosed brackets: a link after one would become part of it. */
function withoutOpenBracket(text: string): string {
  const closed = text.lastIndexOf(']') + 1;
  return text.slice(0, closed) + text.slice(closed).replaceAll('[', '［');
}
