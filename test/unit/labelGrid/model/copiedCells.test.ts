import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  cellsOfCopied,
  cellsType,
  copiedCells,
} from '../../../../src/labelGrid/model/copiedCells.ts';

describe('Copied cells', () => {
  it('are plain text as it is for a single cell, and guarded for several', () => {
    for (const text of ['1781234567890123456', '=1+1', 'two\nlines', '']) {
      assert.equal(copiedCells([[text]])['text/plain'], text);
    }
    assert.equal(
      copiedCells([
        ['007', '=1+1'],
        ['7', 'a'],
      ])['text/plain'],
      "'007\t'=1+1\n7\ta\n",
    );
  });

  it('say in HTML which of them a spreadsheet is to take as text', () => {
    assert.equal(
      copiedCells([['007', 'a <b> &\nc']])['text/html'],
      '<style>br{mso-data-placement:same-cell}</style><table><tr>' +
        `<td style="mso-number-format:'\\@'" sdnum="1033;0;@">007</td>` +
        '<td>a &lt;b&gt; &amp;<br>c</td></tr></table>',
    );
  });

  it('are no HTML where that would lose blanks', () => {
    for (const text of [' a', 'a ', 'a  b', 'a\tb', 'a\r\nb']) {
      assert.equal(copiedCells([['x'], [text]])['text/html'], undefined);
    }
  });

  it('are guarded as plain text where no HTML says what is text', () => {
    for (const text of ['=1+1 ', '=HYPERLINK("x",  "y")', 'a\t=1+1']) {
      const copied = copiedCells([[text]]);
      assert.equal(copied['text/html'], undefined);
      assert.notEqual(copied['text/plain'], text);
    }
    assert.equal(copiedCells([['two  blanks']])['text/plain'], 'two  blanks');
  });

  it('come back exactly as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string({ unit: 'binary' }))), (texts) => {
        assert.deepEqual(cellsOfCopied(copiedCells(texts)[cellsType] ?? ''), texts);
      }),
    );
    for (const foreign of ['', '{', 'null', '[1]', '[[1]]']) {
      assert.equal(cellsOfCopied(foreign), undefined);
    }
  });
});
