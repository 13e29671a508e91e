import assert from 'node:assert/strict';
import { copiedText } from '../../../src/labelGrid/copiedText.ts';
import type { GridRow } from '../../../src/labelGrid/protocol.ts';
import { pageText } from '../../../src/surfaces/pageText.ts';

/** Grid with rows `a0 b0`, `a1 b1` and so on. */
const content = {
  rows: (from: number, to: number): readonly GridRow[] =>
    Array.from({ length: to - from }, (_, index) => ({
      cells: ['a', 'b'].map((letter) => ({ text: pageText(`${letter}${from + index}`) })),
    })),
};

describe('text of a range for the clipboard', () => {
  it('has the cells of the range', async () => {
    const text = await copiedText(content, { top: 1, bottom: 2, left: 0, right: 1 });
    assert.equal(text, 'a1\tb1\na2\tb2\n');
  });

  it('has one line for each row, however many there are', async () => {
    const text = await copiedText(content, { top: 0, bottom: 2499, left: 1, right: 1 });
    const lines = text.split('\n');
    assert.equal(lines.length, 2501);
    assert.deepEqual(
      [lines[999], lines[1000], lines[2499], lines[2500]],
      ['b999', 'b1000', 'b2499', ''],
    );
  });
});
