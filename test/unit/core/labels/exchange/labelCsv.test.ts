import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import type { Label } from '../../../../../src/core/api/label.ts';
import { editableValues } from '../../../../../src/core/api/labelFields.ts';
import { csvHeader, csvOf } from '../../../../../src/core/labels/exchange/labelCsv.ts';
import { readImport, wantedByImport } from '../../../../../src/core/labels/exchange/labelImport.ts';
import { planAmong } from '../../../../support/planning.ts';
import { arbitraryLabels, labelOf } from '../arbitraryLabels.ts';

function fileOf(labels: readonly Label[], isExcelSafe: boolean): string {
  return csvHeader(isExcelSafe) + csvOf(labels, isExcelSafe);
}

describe('labelCsv', () => {
  it('writes a header and one line for each label, with an empty cell for what is not there', () => {
    const label = labelOf({ id: '1', labelName: 'A "B", C', labelStatus: -1 });
    assert.equal(
      fileOf([label], false),
      '"id","labelCode","labelName","labelStatus"\r\n"1","","A ""B"", C","-1"\r\n',
    );
  });

  it('is read back unchanged, whatever the texts are', () => {
    fc.assert(
      fc.property(arbitraryLabels, fc.boolean(), (labels, isExcelSafe) => {
        const reading = readImport(fileOf(labels, isExcelSafe));
        assert.equal(reading.kind, 'rows');
        assert.deepEqual(reading.problems, []);
        assert.deepEqual(
          reading.rows.map(({ id, changes }) => ({ id, changes })),
          labels.map((label) => ({ id: label.id, changes: editableValues(label) })),
        );
        const { changes, gone, unchanged } = planAmong(wantedByImport(reading), labels);
        assert.deepEqual([changes, gone, unchanged], [[], [], labels.length]);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves no cell that a spreadsheet would run or change where it is Excel-safe', () => {
    fc.assert(
      fc.property(arbitraryLabels, (labels) => {
        const records: unknown = parse(fileOf(labels, true), { bom: true });
        assert.ok(Array.isArray(records));
        for (const cell of records.slice(1).flat()) {
          assert.match(String(cell), /^($|'|\p{L}\P{Nd}*$|-?\d+$)/u);
        }
      }),
    );
    for (const labelName of ['MAR1', 'Sep 2', '1E5', 'true', 'FALSE']) {
      assert.match(csvOf([labelOf({ id: 'A', labelName })], true), new RegExp(`"'${labelName}"`));
    }
    assert.match(csvOf([labelOf({ id: 'A', labelName: 'March' })], true), /"March"/);
    const formula = labelOf({ id: '1', labelName: '=HYPERLINK("x")' });
    assert.match(csvOf([formula], true), /"'=HYPERLINK/);
    assert.match(csvOf([formula], false), /"=HYPERLINK/);
  });
});
