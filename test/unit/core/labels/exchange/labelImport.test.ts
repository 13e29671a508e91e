import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { LabelId } from '../../../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../../../src/core/api/label.ts';
import { editableValues } from '../../../../../src/core/api/labelFields.ts';
import type { ChangePlan } from '../../../../../src/core/labels/changes/changeSet.ts';
import {
  importProblems,
  readImport,
  wantedByImport,
  type ImportRows,
} from '../../../../../src/core/labels/exchange/labelImport.ts';
import { planAmong } from '../../../../support/planning.ts';
import { arbitraryLabels, labelOf } from '../arbitraryLabels.ts';

function rowsOf(text: string): ImportRows {
  const reading = readImport(text);
  assert.equal(reading.kind, 'rows');
  return reading;
}

function reasonFor(text: string): string {
  const reading = readImport(text);
  assert.equal(reading.kind, 'unusable');
  return reading.reason;
}

function byId(labels: readonly Label[]): Map<LabelId, Label> {
  return new Map(labels.map((label) => [label.id, label]));
}

describe('readImport', () => {
  it('takes an id and any of the three columns, in any order, and leaves others aside', () => {
    const { problems, rows } = rowsOf('note,labelStatus,id\nx, 2 ,7\n');
    assert.deepEqual(problems, []);
    assert.deepEqual(rows, [{ line: 2, id: '7', changes: { labelStatus: 2 } }]);
  });

  it('takes what spreadsheets write: a byte order mark, semicolons, tabs, empty lines', () => {
    for (const text of ['\uFEFFid;labelName\r\n1;A, B\r\n;\r\n\r\n', 'id\tlabelName\n1\tA, B\n']) {
      const { problems, rows } = rowsOf(text);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        rows.map(({ id, changes }) => [id, changes]),
        [['1', { labelName: 'A, B' }]],
      );
    }
  });

  it('takes rows that end in different ways, as in a file put together from several', () => {
    const { problems, rows } = rowsOf(
      'id,labelName\n1,"A\r\nB"\r\n2,C\r3,"D\n"\r\n\r\n4,"E\r"\n5,F\r\n',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      rows.map(({ line, id, changes }) => [line, id, changes.labelName]),
      [
        [3, '1', 'A\r\nB'],
        [4, '2', 'C'],
        [6, '3', 'D\n'],
        [9, '4', 'E\r'],
        [10, '5', 'F'],
      ],
    );
  });

  it('says what is wrong with the file as a whole', () => {
    assert.match(reasonFor(''), /no rows/);
    assert.match(reasonFor('name,labelName\n1,x\n'), /“id”/);
    assert.match(reasonFor('id,name\n1,x\n'), /none of the columns/);
    assert.match(reasonFor('id,labelName,labelName\n1,x,y\n'), /“labelName” more than once/);
    assert.match(reasonFor('id,labelName\n1,"x\n'), /not CSV/);
  });

  it('says what is wrong by the delimiter that splits the first line best', () => {
    // In quotation marks, any other delimiter makes it no CSV at all.
    assert.match(reasonFor('"name","labelName"\n"1","x"\n'), /“id”/);
    assert.match(reasonFor('"name";"labelName"\n"1";"x"\n'), /“id”/);
    assert.match(reasonFor('"id"\t"name"\n"1"\t"x"\n'), /none of the columns/);
    assert.match(reasonFor('name;labelName\n1;"x\n'), /Quote Not Closed.* line 2/);
    assert.match(reasonFor('"id";"labelName"\n"1","x"\n'), /not CSV: .*got ","/);
    assert.match(reasonFor('a,b;c\n"1","2";"3"\n'), /not CSV: .*got ";"/);
  });

  it('takes the delimiter that makes a column “id”, even where another makes more columns', () => {
    const { rows } = rowsOf('id;labelName;a,b,c,d\n1;A;\n');
    assert.deepEqual(
      rows.map(({ id, changes }) => [id, changes]),
      [['1', { labelName: 'A' }]],
    );
  });

  it('says which rows cannot be applied, and why', () => {
    const { problems, rows } = rowsOf(
      [
        'id,labelName,labelStatus',
        '1,A,1',
        ',B,1',
        '3,C,many',
        '4,D,99999999999999999999',
        '5,E',
        '1,F,2',
        '',
      ].join('\n'),
    );
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['1'],
    );
    assert.deepEqual(
      problems.map(({ line, id, reason }) => [line, id, reason]),
      [
        [3, '', 'The ID is missing.'],
        [4, '3', 'The status must be a whole number.'],
        [5, '4', 'The status must be a whole number.'],
        [6, '5', 'The row has 2 cells instead of 3.'],
        [7, '1', 'Line 2 has the same ID.'],
      ],
    );
  });

  it('never throws, whatever the file holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.boolean(), (text, hasHeader) => {
        readImport(hasHeader ? `id,labelName\n${text}` : text);
      }),
      { numRuns: 500 },
    );
  });
});

/** What the rows would change in labels. */
function planImport(rows: ImportRows, labels: ReadonlyMap<LabelId, Label>): ChangePlan {
  return planAmong(wantedByImport(rows), Array.from(labels.values()));
}

describe('wantedByImport', () => {
  it('sends only what differs, and names the rows without a label', () => {
    const labels = [
      labelOf({ id: '1', labelCode: 'A', labelName: 'One', labelStatus: 1 }),
      labelOf({ id: '2', labelCode: 'B', labelName: 'Two', labelStatus: 1 }),
    ];
    const rows = rowsOf('id,labelCode,labelName,labelStatus\n1,A,Uno,\n2,B,Two,1\n3,C,Three,1\n');
    const plan = planImport(rows, byId(labels));
    assert.deepEqual(
      plan.changes.map(({ id, fields }) => [id, fields]),
      [['1', [{ field: 'labelName', before: 'One', wanted: 'Uno' }]]],
    );
    assert.equal(plan.unchanged, 1);
    assert.deepEqual(
      importProblems(rows, plan.gone).map(({ line, id }) => [line, id]),
      [[4, '3']],
    );
  });

  it('has nothing left to do for the rows that were applied before it broke off', () => {
    fc.assert(
      fc.property(arbitraryLabels, arbitraryLabels, fc.nat(20), (labels, wanted, applied) => {
        const rows = labels.flatMap((label, index) => {
          const changes = editableValues(wanted[index] ?? {});
          return [{ line: index + 2, id: label.id, changes }];
        });
        const reading: ImportRows = { kind: 'rows', rows, problems: [] };
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
