import assert from 'node:assert/strict';
import { surfaceText } from '../../../../src/core/text/surfaceText.ts';
import { clipboardText } from '../../../../src/labelGrid/model/clipboardText.ts';

const cell = (value: string, text = value) => ({ value, text: surfaceText('form', [text]) });

describe('Cells for the clipboard', () => {
  it('are tab-separated values, with those quoted that would fall apart', () => {
    const text = clipboardText([
      [cell('A-007'), cell('two\nlines')],
      [cell('a\ttab'), cell('"quoted" and more')],
    ]);
    assert.equal(text, 'A-007\t"two\nlines"\n"a\ttab"\t"""quoted"" and more"\n');
  });

  it('are guarded where a spreadsheet would convert or execute them', () => {
    assert.equal(clipboardText([[cell('007'), cell('=1+1'), cell('7')]]), "'007\t'=1+1\t7\n");
  });

  it('have their editable values, and what the others show', () => {
    const readOnly = { text: surfaceText('form', ['Draft (2)']) };
    assert.equal(clipboardText([[cell('1', 'Active (1)'), readOnly]]), '1\tDraft (2)\n');
  });
});
