import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { LabelId } from '../../../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../../../src/core/api/label.ts';
import { editableValues, type LabelChanges } from '../../../../../src/core/api/labelFields.ts';
import { CancelledError } from '../../../../../src/core/errors/cancelledError.ts';
import { UnusableFileError } from '../../../../../src/core/errors/fileError.ts';
import type { ChangePlan } from '../../../../../src/core/labels/changes/plan/changeSet.ts';
import {
  ImportReader,
  type ImportRows,
} from '../../../../../src/core/labels/exchange/importRows.ts';
import {
  importProblems,
  readImport,
  wantedByImport,
} from '../../../../../src/core/labels/exchange/labelImport.ts';
import {
  spreadsheetColumns,
  spreadsheetRow,
} from '../../../../../src/core/labels/exchange/labelSpreadsheet.ts';
import { labelColumns } from '../../../../../src/core/labels/labelColumns.ts';
import { filledRow } from '../../../../../src/core/spreadsheet/spreadsheet.ts';
import { readWorkbook } from '../../../../../src/core/spreadsheet/workbookReading.ts';
import { WorkbookWriter } from '../../../../../src/core/spreadsheet/workbookWriter.ts';
import { planAmong } from '../../../../support/planning.ts';
import { spreadsheetWorker } from '../../../../support/spreadsheetWorker.ts';
import { arbitraryLabels, labelOf } from '../arbitraryLabels.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function rowsOf(text: string): Promise<ImportRows> {
  return await readImport(bytesOf(text), { spreadsheetWorker });
}

/** The ids of the labels with what they are to become, in the order of the file. */
function changesIn({ rows }: ImportRows): readonly (readonly [string, LabelChanges])[] {
  return Array.from(rows, ([id, { changes }]) => [id, changes]);
}

function idOf(id: string): LabelId {
  return labelOf({ id }).id;
}

async function reasonFor(text: string): Promise<string> {
  try {
    await rowsOf(text);
  } catch (error) {
    assert.ok(error instanceof UnusableFileError);
    return error.message;
  }
  assert.fail('The file can be used.');
}

function byId(labels: readonly Label[]): Map<LabelId, Label> {
  return new Map(labels.map((label) => [label.id, label]));
}

describe('readImport', () => {
  it('takes an id and any of the three columns, in any order, and names the others', async () => {
    const { ignoredColumns, problems, rows } = await rowsOf(
      'note,labelStatus,id,Create Time,\nx, 2 ,7,,\n',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(Array.from(rows), [['7', { line: 2, changes: { labelStatus: 2 } }]]);
    assert.deepEqual(ignoredColumns, ['note', 'Create Time']);
  });

  it('takes names of columns in any case', async () => {
    const reading = await rowsOf('ID;LABELNAME;labelstatus\n7;A;2\n');
    assert.deepEqual(changesIn(reading), [['7', { labelName: 'A', labelStatus: 2 }]]);
    assert.deepEqual(reading.ignoredColumns, []);
    assert.match(await reasonFor('id,labelName,LabelName\n1,x,y\n'), /“labelName” more than once/);
  });

  it('ignores similar names in an export, which are other fields of the service', async () => {
    const reading = await rowsOf(
      "id,labelCode,labelName,labelStatus,ID,'id,labelname\n7,,A,,8,9,B\n",
    );
    assert.deepEqual(changesIn(reading), [['7', { labelName: 'A' }]]);
    assert.deepEqual(reading.ignoredColumns, ['ID', "'id", 'labelname']);
  });

  it('takes what spreadsheets write: a byte order mark, semicolons, tabs, empty lines', async () => {
    for (const text of ['\uFEFFid;labelName\r\n1;A, B\r\n;\r\n\r\n', 'id\tlabelName\n1\tA, B\n']) {
      const reading = await rowsOf(text);
      assert.deepEqual(reading.problems, []);
      assert.deepEqual(changesIn(reading), [['1', { labelName: 'A, B' }]]);
    }
  });

  it('takes the delimiter that a line for Excel names, and counts that line', async () => {
    for (const first of ['sep=;', 'SEP=;', '"sep=;"', '\uFEFFsep=;']) {
      const reading = await rowsOf(`${first}\r\nid;labelName\r\n1;A,B\r\n;C\r\n`);
      assert.deepEqual(changesIn(reading), [['1', { labelName: 'A,B' }]]);
      assert.deepEqual(
        reading.problems.map(({ line }) => line),
        [4],
      );
    }
    assert.deepEqual(changesIn(await rowsOf('sep=|\nid|labelName\n1|A,B;C\n')), [
      ['1', { labelName: 'A,B;C' }],
    ]);
    assert.match(await reasonFor('sep=;'), /no rows/);
  });

  it('takes blank cells for empty ones, which leave a field as it is', async () => {
    const text = 'id,labelName,labelStatus\n1, ,2\n2,\u00A0\t,\n3,A, \n';
    const { problems, rows } = await rowsOf(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      Array.from(rows.values(), ({ changes }) => changes),
      [{ labelStatus: 2 }, {}, { labelName: 'A' }],
    );
  });

  it('takes rows that end in different ways, as in a file put together from several', async () => {
    const { problems, rows } = await rowsOf(
      'id,labelName\n1,"A\r\nB"\r\n2,C\r3,"D\n"\r\n\r\n4,"E\r"\n5,F\r\n',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      Array.from(rows, ([id, { line, changes }]) => [line, id, changes.labelName]),
      [
        [3, '1', 'A\r\nB'],
        [4, '2', 'C'],
        [6, '3', 'D\n'],
        [9, '4', 'E\r'],
        [10, '5', 'F'],
      ],
    );
  });

  it('says what is wrong with the file as a whole', async () => {
    assert.match(await reasonFor(''), /no rows/);
    assert.match(await reasonFor('name,labelName\n1,x\n'), /“id”/);
    assert.match(await reasonFor('id,name\n1,x\n'), /at least one of these columns/);
    await assert.rejects(
      readImport(Uint8Array.of(0x69, 0x64, 0xe9, 0x0a), { spreadsheetWorker }),
      /not valid UTF-8/,
    );
  });

  it('says in plain words what is no CSV, and where', async () => {
    assert.match(
      await reasonFor('id,labelName\n1,x\n2,"y\n3,z\n'),
      /in the row that starts on line 3, a quotation mark is not closed/,
    );
    assert.match(
      await reasonFor('"id";"labelName"\n"1","x"\n'),
      /in the row that starts on line 2, a quotation mark is closed before the end of its cell/,
    );
    assert.match(
      await reasonFor('id,labelName\n1,x"y"\n'),
      /in the row that starts on line 2, there is a quotation mark in the middle of a cell/,
    );
  });

  it('takes the delimiter that makes a column “id”, even where another makes more columns', async () => {
    assert.deepEqual(changesIn(await rowsOf('id;labelName;a,b,c,d\n1;A;\n')), [
      ['1', { labelName: 'A' }],
    ]);
    // In quotation marks, any other delimiter makes it no CSV at all.
    assert.match(await reasonFor('"name";"labelName"\n"1";"x"\n'), /“id”/);
    assert.match(await reasonFor('"id"\t"name"\n"1"\t"x"\n'), /at least one of these columns/);
  });

  it('says which rows cannot be applied, and why', async () => {
    const { problems, rows } = await rowsOf(
      [
        'id,labelName,labelStatus',
        '1,A,1',
        ',B,1',
        '3,C,many',
        '4,D,99999999999999999999',
        '5,E,1,x',
        '6,F',
        '1,G,2',
        '7,H,1,,\u00A0',
        '8,I,2',
        '8,I,2',
        '3,C,1',
        '',
      ].join('\n'),
    );
    assert.deepEqual(Array.from(rows.keys()), ['6', '7', '8']);
    assert.deepEqual(
      problems
        .map(({ line, id, reason }) => [line, id, reason] as const)
        .toSorted(([one], [other]) => one - other),
      [
        [2, '1', 'Lines 2, 8 have the same ID but different values.'],
        [3, '', 'The ID is missing.'],
        [4, '3', 'The status must be a whole number.'],
        [5, '4', 'The status must be a whole number.'],
        [6, '5', 'The number of cells is 4 in this row, but 3 in the first.'],
        [8, '1', 'Lines 2, 8 have the same ID but different values.'],
        [12, '3', 'Lines 4, 12 have the same ID but different values.'],
      ],
    );
  });

  it('takes rows that lack empty cells at their end, or have more of them', async () => {
    const { problems, rows } = await rowsOf(
      'id,labelCode,labelName,labelStatus\n1,A,B,1,,,\n2,A,B\n3,A,,\n4\n',
    );
    assert.deepEqual([problems, rows.size], [[], 4]);
    assert.deepEqual(rows.get(idOf('2'))?.changes, { labelCode: 'A', labelName: 'B' });
  });

  it('takes a status as spreadsheets and people write it', async () => {
    const statuses = ['3', '3.0', '3,00', ' 3 ', '３', '＋３', '3.'];
    const text = statuses.map((status, index) => `${index},"${status}"`).join('\n');
    const { problems, rows } = await rowsOf(`id,labelStatus\n${text}\n10,3.5\n11,3.000\n`);
    assert.deepEqual(
      Array.from(rows.values(), ({ changes }) => changes.labelStatus),
      statuses.slice(0, -1).map(() => 3),
    );
    assert.deepEqual(
      problems.map(({ id }) => id),
      ['6', '10', '11'],
    );
  });

  it('takes blanks for no part of the cells where the header has them, too', async () => {
    for (const text of [
      'id , labelCode , labelName\n1 , A , "B, C "\n',
      'id ; labelCode ; labelName\n1 ; A ; "B, C "\n',
      'sep=;\nid ; labelCode ; labelName\n1 ; A ; B, C\n',
    ]) {
      const [[id, { labelCode, labelName }] = ['', {}]] = changesIn(await rowsOf(text));
      assert.deepEqual([id, labelCode, labelName?.trim()], ['1', 'A', 'B, C'], text);
    }
    assert.deepEqual(changesIn(await rowsOf('id,labelName\n1, A \n')), [
      ['1', { labelName: ' A ' }],
    ]);
  });

  it('reads UTF-16, with a mark and without', async () => {
    const text = 'id\tlabelName\n1\tÄrzte 夜\n';
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(little).swap16();
    const marked = Buffer.from(`\uFEFF${text}`, 'utf16le');
    for (const bytes of [little, big, marked, Buffer.from(marked).swap16()]) {
      assert.deepEqual(changesIn(await readImport(bytes, { spreadsheetWorker })), [
        ['1', { labelName: 'Ärzte 夜' }],
      ]);
    }
    await assert.rejects(
      readImport(little.subarray(0, -1), { spreadsheetWorker }),
      /not valid UTF-16/,
    );
  });

  it('knows the ids that a spreadsheet has rounded', async () => {
    const scientific = await rowsOf(
      'id;labelCode\n1,78E+18;A\n1.78452E+18;B\n1784519230001240123;C\n',
    );
    assert.deepEqual(
      scientific.rounded.map(({ id, line }) => [id, line]),
      [
        ['1,78E+18', 2],
        ['1.78452E+18', 3],
      ],
    );
    assert.deepEqual(Array.from(scientific.rows.keys()), ['1784519230001240123']);
    const zeros = await rowsOf('id;labelCode\n1784519230001240000;A\n1784519230001240000;B\n');
    assert.equal(zeros.rounded.length, 0);
    const more = await rowsOf('id;labelCode\n1784519230001240000;A\n1784519230001250000;B\n');
    assert.equal(more.rounded.length, 2);
    const one = await rowsOf('id;labelCode\n1784519230001240000;A\n1784519230001240001;B\n');
    assert.equal(one.rounded.length, 0);
  });

  for (const [id, what] of [
    ['1.78E+18', 'rounded'],
    ['7', 'problems'],
  ] as const) {
    it(`takes any number of rows with one ID, as a spreadsheet may leave them: ${id}`, async () => {
      const count = 130_000;
      const reading = new ImportReader();
      reading.take({ cells: ['id', 'labelCode'], line: 1 });
      for (let row = 0; row < count; row++) {
        reading.take({ cells: [id, `C-${row}`], line: row + 2 });
      }
      const read = await reading.result();
      assert.deepEqual([read.rows.size, read[what].length], [0, count]);
    });
  }

  it('reads a workbook of an export as it was, also where an ID or a text looks guarded', async () => {
    const text = fc
      .array(fc.constantFrom("'", '=', '1/2', '007', ';', 'a', '＝'), {
        minLength: 1,
        maxLength: 5,
      })
      .map((parts) => parts.join(''));
    await fc.assert(
      // Some services send IDs as numbers.
      fc.asyncProperty(fc.oneof(text, fc.nat()), text, text, async (id, labelCode, labelName) => {
        const label = labelOf({ id, labelCode, labelName });
        const writer = new WorkbookWriter(spreadsheetColumns(labelColumns), 'Labels');
        writer.add([spreadsheetRow(label, labelColumns)]);
        writer.end();
        const reading = new ImportReader();
        readWorkbook(Buffer.concat(writer.take())).forEach((row) => reading.take(filledRow(row)));
        assert.deepEqual(changesIn(await reading.result()), [
          [String(id), { labelCode, labelName }],
        ]);
      }),
    );
  });

  it('lets others have their turn, tells how far it is, and ends when it is cancelled', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `${index},Label ${index}`);
    const bytes = bytesOf(['id,labelName', ...rows].join('\n'));
    const cancelling = new AbortController();
    const parts: number[] = [];
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const reading = await readImport(bytes, {
      spreadsheetWorker,
      onProgress: (part) => parts.push(part),
    });
    clearInterval(timer);
    assert.equal(reading.rows.size, rows.length);
    assert.ok(parts.length > 10 && parts.at(-1) === 1);
    assert.ok(turns > 1, `${turns} turns`);
    const cancelled = readImport(bytes, {
      spreadsheetWorker,
      signal: cancelling.signal,
      onProgress: () => cancelling.abort(),
    });
    await assert.rejects(cancelled, CancelledError);
  });

  it('refuses what it cannot use by UnusableFileError, whatever the file holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.boolean(),
        async (text, hasHeader) => {
          try {
            await rowsOf(hasHeader ? `id,labelName\n${text}` : text);
          } catch (error) {
            assert.ok(error instanceof UnusableFileError);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** What the rows would change in labels. */
function planImport(rows: ImportRows, labels: ReadonlyMap<LabelId, Label>): ChangePlan {
  return planAmong(wantedByImport(rows), Array.from(labels.values()));
}

describe('wantedByImport', () => {
  it('sends only what differs, and names the rows without a label', async () => {
    const labels = [
      labelOf({ id: '1', labelCode: 'A', labelName: 'One', labelStatus: 1 }),
      labelOf({ id: '2', labelCode: 'B', labelName: 'Two', labelStatus: 1 }),
    ];
    const rows = await rowsOf(
      'id,labelCode,labelName,labelStatus\n1,A,Uno,\n2,B,Two,1\n3,C,Three,1\n',
    );
    const plan = planImport(rows, byId(labels));
    assert.deepEqual(
      plan.changes.map(({ id, fields }) => [id, fields]),
      [['1', [{ field: 'labelName', before: 'One', wanted: 'Uno' }]]],
    );
    assert.equal(plan.unchanged, 1);
    assert.deepEqual(
      (await importProblems(rows, plan.gone)).map(({ line, id }) => [line, id]),
      [[4, '3']],
    );
  });

  it('takes line breaks for the same however a program writes them', async () => {
    const labels = [
      labelOf({ id: '1', labelName: 'A\nB' }),
      labelOf({ id: '2', labelName: 'C\r\nD' }),
    ];
    const rows = await rowsOf('id,labelName\n1,"A\r\nB"\n2,"C\nE"\n');
    const { changes } = planImport(rows, byId(labels));
    assert.deepEqual(
      changes.map(({ id }) => id),
      ['2'],
    );
  });

  it('has nothing left to do for the rows that were applied before it broke off', () => {
    fc.assert(
      fc.property(arbitraryLabels, arbitraryLabels, fc.nat(20), (labels, wanted, applied) => {
        const rows = new Map(
          labels.map((label, index) => {
            const changes = editableValues(wanted[index] ?? {});
            return [label.id, { line: index + 2, changes }];
          }),
        );
        const codes = new Map(labels.map(({ id }) => [id, []]));
        const reading: ImportRows = {
          rows,
          codes,
          rounded: [],
          problems: [],
          ignoredColumns: [],
        };
        const first = planImport(reading, byId(labels));
        const service = byId(labels);
        for (const { fields, id } of first.changes.slice(0, applied)) {
          const values = editableValues(
            Object.fromEntries(fields.map(({ field, wanted: value }) => [field, value])),
          );
          const label = service.get(id);
          assert.ok(label);
          service.set(id, { ...label, ...values });
        }
        const second = planImport(reading, service);
        assert.deepEqual(
          second.changes.map(({ id }) => id),
          first.changes.slice(applied).map(({ id }) => id),
        );
      }),
    );
  });
});
