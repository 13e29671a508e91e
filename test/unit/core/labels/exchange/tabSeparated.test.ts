import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  cellsOfTabSeparated,
  tabSeparated,
} from '../../../../../src/core/labels/exchange/tabSeparated.ts';

describe('cells on the clipboard', () => {
  for (const { title, text, cells } of [
    { title: 'a single value', text: 'Night shift', cells: [['Night shift']] },
    { title: 'nothing', text: '', cells: [['']] },
    { title: 'an empty cell', text: '\n', cells: [['']] },
    {
      title: 'Excel, with its last line break',
      text: 'a\tb\r\nc\td\r\n',
      cells: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    },
    {
      title: 'Google Sheets, without one',
      text: 'a\tb\nc\td',
      cells: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    },
    {
      title: 'line breaks and tabs within cells',
      text: '"a\r\nb"\t"c\td"\r\n',
      cells: [['a\nb', 'c\td']],
    },
    {
      title: 'quotation marks written twice',
      text: '"say ""hi""\n"\tx\n',
      cells: [['say "hi"\n', 'x']],
    },
    {
      title: 'quotation marks that nobody has written twice',
      text: 'say "hi"\t5" pipe\n"Team" A\tx',
      cells: [
        ['say "hi"', '5" pipe'],
        ['"Team" A', 'x'],
      ],
    },
    { title: 'a quotation mark that is not closed', text: '"a\tb\nc', cells: [['"a', 'b'], ['c']] },
    { title: 'a blank row', text: 'a\n\nb\n', cells: [['a'], [''], ['b']] },
    { title: 'rows of different lengths', text: 'a\tb\nc\n', cells: [['a', 'b'], ['c']] },
    {
      title: 'empty cells at the end',
      text: 'a\t\t\n\t\t\n',
      cells: [
        ['a', '', ''],
        ['', '', ''],
      ],
    },
    { title: 'guarded texts', text: "'=1+1\t'007\t'x\n", cells: [['=1+1', '007', "'x"]] },
  ]) {
    it(`reads ${title}`, async () => {
      assert.deepEqual(await cellsOfTabSeparated(text), cells);
    });
  }

  it('writes what spreadsheets read', async () => {
    assert.equal(
      await tabSeparated([
        ['a', 'b\nc', 'd\te'],
        ['"', '=1', ''],
      ]),
      `a\t"b\nc"\t"d\te"\n""""\t'=1\t\n`,
    );
  });

  it('reads what it has written', async () => {
    const cell = fc
      .oneof(
        fc.string({ unit: fc.constantFrom('"', '\t', '\n', "'", '=', '1', 'x', ' ') }),
        fc.string(),
      )
      .map((text) => text.replaceAll('\r', ''));
    const rows = fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(rows, async (cells) => {
        assert.deepEqual(await cellsOfTabSeparated(await tabSeparated(cells)), cells);
      }),
    );
  });
});
