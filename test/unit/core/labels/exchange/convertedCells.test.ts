import assert from 'node:assert/strict';
import type { LabelChanges } from '../../../../../src/core/api/labelFields.ts';
import type { ImportRows } from '../../../../../src/core/labels/exchange/importRows.ts';
import { readImport } from '../../../../../src/core/labels/exchange/labelImport.ts';
import { WorkbookWriter } from '../../../../../src/core/spreadsheet/workbookWriter.ts';
import { spreadsheetWorker } from '../../../../support/spreadsheetWorker.ts';
import { workbookOfOthers } from '../../spreadsheet/workbookOfOthers.ts';

/** The ids of the labels with what they are to become, in the order of the file. */
function changesIn({ rows }: ImportRows): readonly (readonly [string, LabelChanges])[] {
  return Array.from(rows, ([id, { changes }]) => [id, changes]);
}

/** Cell of a sheet with a text. */
function inlineCell(text: string): string {
  return `<c t="inlineStr"><is><t>${text}</t></is></c>`;
}

describe('readImport of values that a spreadsheet has changed', () => {
  it('refuses a number that a spreadsheet has rounded in a column of text, and no code like one', async () => {
    const bytes = Buffer.from(
      'id,labelCode,labelName\n1,1.78E+18,a\n2,C,"-1,5e+300"\n3,1E55,"\'1.78E+18"\n4,1E-07,b\n',
    );
    const reading = await readImport(bytes, { spreadsheetWorker });
    assert.deepEqual(changesIn(reading), [['3', { labelCode: '1E55', labelName: '1.78E+18' }]]);
    assert.deepEqual(
      reading.problems.map(({ line, reason }) => [line, reason]),
      [
        [2, 'A spreadsheet has rounded the number in the column “labelCode”.'],
        [3, 'A spreadsheet has rounded the number in the column “labelName”.'],
        [5, 'A spreadsheet has rounded the number in the column “labelCode”.'],
      ],
    );
  });

  it('refuses the errors that a spreadsheet has saved in place of texts, and no guarded ones', async () => {
    const errors = ['#N/A', '#NAME?', '#REF!', '#NV', '#WERT!', '#########', 'Err:502', ' #DIV/0!'];
    const lines = errors.map((error, index) => `${index + 1},C${index},${error}`);
    const text = ['id,labelCode,labelName', ...lines, "98,C98,'#N/A", '99,C99,#1 choice', ''];
    const reading = await readImport(Buffer.from(text.join('\n')), { spreadsheetWorker });
    assert.deepEqual(changesIn(reading), [
      ['98', { labelCode: 'C98', labelName: '#N/A' }],
      ['99', { labelCode: 'C99', labelName: '#1 choice' }],
    ]);
    assert.deepEqual(
      reading.problems.map(({ line, reason }) => [line, reason]),
      errors.map((_, index) => [
        index + 2,
        'A spreadsheet has replaced the text in the column “labelName” with a date, a time or an error.',
      ]),
    );
  });

  it('refuses texts that a workbook shows in another form, but takes such a status', async () => {
    const styles =
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="11"/><xf numFmtId="9"/><xf numFmtId="3"/></cellXfs></styleSheet>';
    const rows = [
      ['id', 'labelCode', 'labelName', 'labelStatus'].map((title) => inlineCell(title)),
      // Typed as 3E5, 50% and true.
      ['<c><v>1</v></c>', '<c s="1"><v>300000</v></c>', inlineCell('One'), '<c/>'],
      ['<c><v>2</v></c>', inlineCell('B'), '<c s="2"><v>0.5</v></c>', '<c/>'],
      ['<c><v>3</v></c>', '<c t="b"><v>1</v></c>', inlineCell('Three'), '<c/>'],
      ['<c s="3"><v>4</v></c>', '<c><v>1001</v></c>', inlineCell('Four'), '<c s="3"><v>5</v></c>'],
    ];
    const bytes = workbookOfOthers({
      'xl/styles.xml': styles,
      'xl/worksheets/sheet2.xml': `<sheetData>${rows.map((cells) => `<row>${cells.join('')}</row>`).join('')}</sheetData>`,
    });
    const reading = await readImport(bytes, { spreadsheetWorker });
    assert.deepEqual(changesIn(reading), [
      ['4', { labelCode: '1001', labelName: 'Four', labelStatus: 5 }],
    ]);
    assert.deepEqual(
      reading.problems.map(({ line, reason }) => [
        line,
        /“(.+)” in another form/.exec(reason)?.[1],
      ]),
      [
        [2, 'labelCode'],
        [3, 'labelName'],
        [4, 'labelCode'],
      ],
    );
  });

  it('reads a workbook, and refuses the texts that a spreadsheet has replaced', async () => {
    const columns = ['id', 'labelCode', 'labelName', 'labelStatus'].map(
      (title) => ({ title, kind: 'text', width: 10 }) as const,
    );
    const writer = new WorkbookWriter(columns, 'Labels');
    writer.add([
      ['1784519230001240123', '007', 'One', 3],
      ['2', new Date(), 'Two', 1],
      [1_784_519_230_001_240_000, 'C', 'Three', 1],
      ['4', 1001, "'=1+1", '3.0', undefined],
      ["'1784519230001240124", "'007", "'=1+1", 3],
      // As a spreadsheet saves a CSV file whose IDs are short.
      [6, "'007", "'=1+1", 3],
      ['8', 15_000_000_000_000_000_000, 'Eight', 3],
      ['9', '1.23E+19', 'Nine', 3],
    ]);
    writer.end();
    const reading = await readImport(Buffer.concat(writer.take()), { spreadsheetWorker });
    assert.deepEqual(changesIn(reading), [
      ['1784519230001240123', { labelCode: '007', labelName: 'One', labelStatus: 3 }],
      ['4', { labelCode: '1001', labelName: "'=1+1", labelStatus: 3 }],
      ['1784519230001240124', { labelCode: '007', labelName: '=1+1', labelStatus: 3 }],
      ['6', { labelCode: '007', labelName: '=1+1', labelStatus: 3 }],
      ['9', { labelCode: '1.23E+19', labelName: 'Nine', labelStatus: 3 }],
    ]);
    assert.deepEqual(
      reading.rounded.map(({ id, line }) => [id, line]),
      [['1.78451923000124E+18', 4]],
    );
    assert.deepEqual(
      reading.problems.map(({ line, reason }) => [line, reason]),
      [
        [
          3,
          'A spreadsheet has replaced the text in the column “labelCode” with a date, a time or an error.',
        ],
        [8, 'A spreadsheet has rounded the number in the column “labelCode”.'],
      ],
    );
    await assert.rejects(readImport(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), { spreadsheetWorker }), {
      code: 'unusableFile',
      message: /is password-protected or in the old format/,
    });
    await assert.rejects(readImport(Buffer.from('PK\u0003\u0004'), { spreadsheetWorker }), {
      code: 'unusableFile',
      message: /not an Excel workbook, or is damaged/,
    });
  });
});
