import assert from 'node:assert/strict';
import { readCsv } from '../../../../../src/core/labels/exchange/csvReading.ts';
import { fileText } from '../../../../../src/core/labels/exchange/fileText.ts';
import {
  ImportReader,
  type ImportRows,
} from '../../../../../src/core/labels/exchange/importRows.ts';
import { readImport } from '../../../../../src/core/labels/exchange/labelImport.ts';
import { spreadsheetWorker } from '../../../../support/spreadsheetWorker.ts';
import { assertInSlices, watchTurns } from '../../../../support/watchTurns.ts';
import { workbookOfOthers } from '../../spreadsheet/workbookOfOthers.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function rowsOf(text: string): Promise<ImportRows> {
  return await readImport(bytesOf(text), { spreadsheetWorker });
}

/** Work of reading a cell of this text that is too long, in milliseconds. */
async function workForLongCell(text: string): Promise<number> {
  const turns = watchTurns();
  const cell = text.repeat(5_700_000 / text.length);
  const { problems, rows } = await rowsOf(`id,labelName\n1,"${cell}"\n2,A\n`);
  assert.deepEqual(problems, [{ line: 2, id: '1', reason: 'This text is too long.' }]);
  assert.deepEqual(Array.from(rows.keys()), ['2']);
  return turns.end().total;
}

/** Number of rows with one ID, of which a file of the maximum size has more. */
const rowsOfOneId = 400_000;

/** Number of rows that are read in many turns, of which each is a small part. */
const manyRows = 60_000;

/** Work of reading many such rows, each with another ID before it, in milliseconds. */
async function workForRows(header: string, row: string): Promise<number> {
  const rows = Array.from({ length: manyRows }, (_, index) => `${index},${row}`).join('\n');
  const turns = watchTurns();
  const reading = await rowsOf(`${header}\n${rows}`);
  const longest = turns.end();
  assert.equal(reading.rows.size, manyRows);
  assertInSlices(longest);
  return longest.total;
}

/** Rows of a file that has one ID in all of them, once they are collected in slices. */
async function rowsWithOneId(id: string, statusOf: (index: number) => number): Promise<ImportRows> {
  const reader = new ImportReader();
  reader.take({ cells: ['id', 'labelStatus'], line: 1 });
  for (let index = 0; index < rowsOfOneId; index++) {
    reader.take({ cells: [id, String(statusOf(index))], line: index + 2 });
  }
  const turns = watchTurns();
  const rows = await reader.result();
  assertInSlices(turns.end());
  return rows;
}

describe('an import of CSV', () => {
  it('refuses a row of too many cells as soon as it has them', async () => {
    const parts: number[] = [];
    const file = bytesOf(`id,labelName\r\n1,"A\n\r\nB"\n2,C${','.repeat(2_000_000)}\n`);
    await assert.rejects(
      readImport(file, { spreadsheetWorker, onProgress: (part) => parts.push(part) }),
      { code: 'unusableFile', message: 'The row that starts on line 5 has more than 16384 cells.' },
    );
    assert.ok((parts.at(-1) ?? 0) < 0.1);
  });

  it('refuses a row that is too long as soon as it is', async () => {
    const parts: number[] = [];
    const file = bytesOf(`id,labelName\n1,A\n2,"${'x,\n'.repeat(15_000_000)}`);
    await assert.rejects(
      readImport(file, { spreadsheetWorker, onProgress: (part) => parts.push(part) }),
      {
        code: 'unusableFile',
        message:
          'The row that starts on line 3 has more than 6000000 characters. A quotation mark may not be closed.',
      },
    );
    assert.ok((parts.at(-1) ?? 0) < 0.2);
  });

  it('takes a row of all columns of a spreadsheet, and any text in a cell', async () => {
    const header = `id;labelName${';x'.repeat(16_382)}`;
    const text = ';\n'.repeat(20_000);
    const { problems, rows } = await rowsOf(
      `${header}\n1;"${text}"";"\n2;A${';'.repeat(16_382)}\n`,
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      Array.from(rows.values(), ({ changes }) => changes.labelName),
      [`${text}";`, 'A'],
    );
  });

  it('takes many rows of fewer or more cells than the header has', async () => {
    // The first turns of a process compile what reads the rows.
    await rowsOf('id,labelName\n'.concat('1,A\n'.repeat(20_000)));
    const equal = await workForRows('id,labelName', 'A');
    for (const [header, row] of [
      ['id,labelName,x', 'A'],
      [`id,labelName${',x'.repeat(16_000)}`, 'A'],
      ['id,labelName', 'A,'],
    ] as const) {
      assert.ok((await workForRows(header, row)) < equal * 3, `${header.slice(0, 20)}: ${row}`);
    }
  });

  it('lets other work run however many rows have one ID', async () => {
    const reason = 'Lines 2, 3, 4, 5, 6, … have the same ID but different values.';
    const last = rowsOfOneId - 1;
    const { problems, rows } = await rowsWithOneId('7', (index) => (index === last ? 2 : 1));
    assert.deepEqual([rows.size, problems.length], [0, rowsOfOneId]);
    assert.deepEqual(problems.at(-1), { line: rowsOfOneId + 1, id: '7', reason });
    const { rounded } = await rowsWithOneId('1.78E+18', () => 1);
    assert.equal(rounded.length, rowsOfOneId);
  });

  it('refuses a row with a cell that no label has, without looking at its text', async () => {
    const plain = await workForLongCell('x');
    assert.ok((await workForLongCell(";'=")) < plain * 3);
  });

  it('counts the lines of a cell with many', async () => {
    const { problems } = await rowsOf(`id,labelName\n1,"${'\r\n'.repeat(100_000)}\r\r"\n,B\n`);
    assert.deepEqual(
      problems.map(({ line }) => line),
      [100_005],
    );
  });

  it('refuses too many rows', async () => {
    let read = 0;
    const reading = readCsv(
      fileText(Buffer.alloc(4 * 1_048_576, '1\n')),
      { delimiter: ',', isPadded: false },
      () => {
        read++;
      },
    );
    await assert.rejects(reading, {
      code: 'unusableFile',
      message: 'The file has more than 1048576 rows. Split it into smaller files.',
    });
    assert.equal(read, 1_048_576);
  });
});

/** Workbook with `text` as the name in each of `count` rows, which are rows of CSV: their ID is guarded. */
function workbookWith(text: string, count: number): Uint8Array {
  const row = `<row><c t="str"><v>'1784519230001240123</v></c><c t="s"><v>0</v></c></row>`;
  const head = '<row><c t="str"><v>id</v></c><c t="str"><v>labelName</v></c></row>';
  return workbookOfOthers({
    'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>`,
    'xl/worksheets/sheet2.xml': `<sheetData>${head}${row.repeat(count)}</sheetData>`,
  });
}

describe('an import of a workbook', () => {
  it('lets other work run while it takes texts as long as a cell can hold', async () => {
    // The first turns of a process compile what reads the rows.
    await readImport(workbookWith('A', 1000), { spreadsheetWorker });
    const bytes = workbookWith(";'=".repeat(10_900), 200);
    const turns = watchTurns();
    const { problems, rows } = await readImport(bytes, { spreadsheetWorker });
    assertInSlices(turns.end());
    assert.deepEqual([problems, rows.size], [[], 1]);
  });
});
