import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import type { Label } from '../../../../../src/core/api/label.ts';
import { editableValues, type LabelChanges } from '../../../../../src/core/api/labelFields.ts';
import {
  allColumns,
  csvHeader,
  csvOf,
  labelColumns,
  tabSeparatedText,
  type CsvDialect,
} from '../../../../../src/core/labels/exchange/labelCsv.ts';
import { readImport, wantedByImport } from '../../../../../src/core/labels/exchange/labelImport.ts';
import { planAmong } from '../../../../support/planning.ts';
import { arbitraryLabels, labelOf } from '../arbitraryLabels.ts';

const plain = { delimiter: ',', isExcelSafe: false } as const;
const excel = { delimiter: ',', isExcelSafe: true } as const;

function fileOf(
  labels: readonly Label[],
  dialect: CsvDialect,
  columns: readonly string[] = labelColumns,
): string {
  return csvHeader(columns, dialect) + csvOf(labels, columns, dialect);
}

/** What an import takes from a label: no field that is blank. */
function importedValues(label: Label): LabelChanges {
  return editableValues(
    Object.fromEntries(
      Object.entries(editableValues(label)).filter(([, value]) => String(value).trim() !== ''),
    ),
  );
}

describe('labelCsv', () => {
  it('writes a header and one line for each label, with an empty cell for what is not there', () => {
    const label = labelOf({ id: '1', labelName: 'A "B", C', labelStatus: -1 });
    assert.equal(
      fileOf([label], plain),
      '"id","labelCode","labelName","labelStatus"\r\n"1","","A ""B"", C","-1"\r\n',
    );
  });

  it('is read back unchanged, whatever the texts are', async () => {
    const dialects = fc.record({
      delimiter: fc.constantFrom(',' as const, ';' as const),
      isExcelSafe: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(arbitraryLabels, dialects, async (labels, dialect) => {
        const reading = await readImport(new TextEncoder().encode(fileOf(labels, dialect)));
        assert.deepEqual(reading.problems, []);
        assert.deepEqual(
          Array.from(reading.rows, ([id, { changes }]) => ({ id, changes })),
          labels.map((label) => ({ id: label.id, changes: importedValues(label) })),
        );
        const { changes, gone, unchanged } = planAmong(wantedByImport(reading), labels);
        assert.deepEqual([changes, gone, unchanged], [[], [], labels.length]);
      }),
      { numRuns: 500 },
    );
  });

  it('has a column for each field that the service has sent, which an import leaves aside', async () => {
    const labels = [
      labelOf({ id: '1', labelName: 'A', color: '=red', size: 2 }),
      labelOf({ labelCode: 'B', id: '2', tags: ['x', { y: null }], size: null, isOld: true }),
      labelOf({ id: '3', big: JSON.rawJSON('12345678901234567890') }),
    ];
    const columns = allColumns(labels);
    assert.deepEqual(columns, [...labelColumns, 'color', 'size', 'tags', 'isOld', 'big']);
    assert.deepEqual(fileOf(labels, plain, columns).split('\r\n'), [
      '"id","labelCode","labelName","labelStatus","color","size","tags","isOld","big"',
      '"1","","A","","=red","2","","",""',
      '"2","B","","","","","[""x"",{""y"":null}]","true",""',
      '"3","","","","","","","","12345678901234567890"',
      '',
    ]);
    const safe = fileOf(labels, { delimiter: ';', isExcelSafe: true }, columns);
    assert.match(safe, /"'=red";"2"/);
    assert.match(safe, /"'12345678901234567890"/);
    const reading = await readImport(new TextEncoder().encode(safe));
    assert.deepEqual(reading.ignoredColumns, ['color', 'size', 'tags', 'isOld', 'big']);
    assert.deepEqual(Array.from(reading.rows.keys()), ['1', '2', '3']);
  });

  it('makes rows to be pasted into a spreadsheet', () => {
    const labels = [
      labelOf({ id: '1', labelCode: 'A', labelName: 'One', labelStatus: 2 }),
      labelOf({ id: '2', labelName: 'Two\tor "2"' }),
    ];
    assert.equal(tabSeparatedText(labels), '1\tA\tOne\t2\n2\t\t"Two\tor ""2"""\t\n');
  });

  it('leaves no cell that a spreadsheet would run or change where it is Excel-safe', () => {
    fc.assert(
      fc.property(arbitraryLabels, (labels) => {
        const records: unknown = parse(fileOf(labels, excel), { bom: true });
        assert.ok(Array.isArray(records));
        for (const cell of records.slice(1).flat()) {
          assert.match(String(cell), /^($|'|\p{L}\P{Nd}*$|-?\d+$)/u);
        }
      }),
    );
    for (const labelName of ['MAR1', 'Sep 2', '1E5', 'true', 'FALSE']) {
      assert.match(
        csvOf([labelOf({ id: 'A', labelName })], labelColumns, excel),
        new RegExp(`"'${labelName}"`),
      );
    }
    assert.match(csvOf([labelOf({ id: 'A', labelName: 'March' })], labelColumns, excel), /"March"/);
    const formula = labelOf({ id: '1', labelName: '=HYPERLINK("x")' });
    assert.match(csvOf([formula], labelColumns, excel), /"'=HYPERLINK/);
    assert.match(csvOf([formula], labelColumns, plain), /"=HYPERLINK/);
  });
});
