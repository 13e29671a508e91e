import { setImmediate } from 'node:timers/promises';
import type { GridContent } from './gridContent.ts';
import { clipboardText } from './model/clipboardText.ts';
import type { GridRange } from './protocol.ts';

/** Number of rows that are copied per slice, a few milliseconds of work. */
const copiedAtATime = 1000;

/** Returns the cells of a range as text for the clipboard. Works in slices. */
export async function copiedText(
  content: Pick<GridContent, 'rows'>,
  { bottom, left, right, top }: GridRange,
): Promise<string> {
  let text = '';
  for (let from = top; from <= bottom; from += copiedAtATime) {
    const rows = content.rows(from, Math.min(from + copiedAtATime, bottom + 1));
    text += clipboardText(rows.map(({ cells }) => cells.slice(left, right + 1)));
    await setImmediate();
  }
  return text;
}
