import assert from 'node:assert/strict';
import type { SpreadsheetRow } from '../../../../src/core/spreadsheet/spreadsheet.ts';
import { readSpreadsheet } from '../../../../src/core/spreadsheet/spreadsheetThread.ts';
import { readWorkbook } from '../../../../src/core/spreadsheet/workbookReading.ts';
import { liveBytes } from '../../../support/liveBytes.ts';
import { spreadsheetWorker as script } from '../../../support/spreadsheetWorker.ts';
import { workbookOfOthers } from './workbookOfOthers.ts';

function workbookOfRows(rows: string): Uint8Array {
  return workbookOfOthers({ 'xl/worksheets/sheet2.xml': `<sheetData>${rows}</sheetData>` });
}

/** Bytes of live objects that many rows take whose only cell is in this column. */
function memoryForRows(column: string): number {
  const bytes = workbookOfRows(`<row><c r="${column}1"><v>1</v></c></row>`.repeat(30_000));
  const before = liveBytes();
  const rows = readWorkbook(bytes);
  const taken = liveBytes() - before;
  assert.equal(rows.length, 30_000);
  return taken;
}

/** Workbook with rows of so many cells, all with one text, which is longer than a spreadsheet takes. */
function workbookOfLongTexts(rows: readonly number[]): Uint8Array {
  const cell = '<c t="s"><v>0</v></c>';
  const sheet = rows.map((cells) => `<row>${cell.repeat(cells)}</row>`).join('');
  return workbookOfOthers({
    'xl/sharedStrings.xml': `<sst><si><t>${'long text '.repeat(33_000)}</t></si></sst>`,
    'xl/worksheets/sheet2.xml': `<sheetData>${sheet}</sheetData>`,
  });
}

describe('reading a workbook', () => {
  it('takes memory for the cells that it has, not for those that its rows leave out', () => {
    const near = memoryForRows('A');
    const far = memoryForRows('ALL');
    assert.ok(far < near * 1.5, `${far} and ${near} bytes`);
  });

  it('is refused if a row has more text than the cells of a spreadsheet can hold', () => {
    assert.equal(readWorkbook(workbookOfLongTexts([60, 60, 60])).length, 3);
    const tooLong = workbookOfLongTexts([120]);
    assert.throws(() => readWorkbook(tooLong), { fault: 'tooLarge' });
  });

  it('is refused if a piece of its markup is longer than any that a program writes', () => {
    const long = 'long text> '.repeat(300_000);
    for (const [name, rows] of Object.entries({
      attribute: `<row x="${long}"/>`,
      text: `<row><c t="str"><v>${long}</v></c></row>`,
      name: `<${'x'.repeat(3_000_000)}/>`,
    })) {
      const bytes = workbookOfRows(rows);
      assert.throws(() => readWorkbook(bytes), { fault: 'tooLarge' }, name);
    }
    const cell = '&#x10FFFD;'.repeat(32_767);
    const [row] = readWorkbook(workbookOfRows(`<row><c t="str"><v>${cell}</v></c></row>`));
    assert.equal(row?.texts[0]?.length, 65_534);
  });

  it('reads wide rows and long texts a few at a time', async () => {
    for (const [name, row, mostRows] of [
      ['wide', '<row><c r="ALL1"><v>1</v></c></row>', 25],
      ['long', `<row><c t="str"><v>${'long text '.repeat(5000)}</v></c></row>`, 20],
    ] as const) {
      const bytes = workbookOfRows(row.repeat(300));
      const counts: number[] = [];
      for await (const { rows } of readSpreadsheet(bytes, { script })) {
        counts.push(rows.length);
      }
      assert.ok(Math.max(...counts) <= mostRows, `${name}: ${counts.join(', ')}`);
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        300,
      );
    }
  });

  it('keeps a text once that many cells share', async () => {
    const shared = 'n'.repeat(1000);
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(1000)}</row>`;
    const bytes = workbookOfOthers({
      'xl/sharedStrings.xml': `<sst><si><t>${shared}</t></si></sst>`,
      'xl/worksheets/sheet2.xml': `<sheetData>${row.repeat(200)}</sheetData>`,
    });
    const before = liveBytes();
    const rows: SpreadsheetRow[] = [];
    for await (const part of readSpreadsheet(bytes, { script })) {
      rows.push(...part.rows);
    }
    const grown = liveBytes() - before;
    assert.equal(rows.length, 200);
    assert.ok(
      rows.every(({ cells }) => cells.length === 1000 && cells.every((cell) => cell === shared)),
    );
    assert.ok(grown < 10_000_000, `${grown} bytes`);
  });
});
