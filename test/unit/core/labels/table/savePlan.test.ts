import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { isLabelId, type LabelId } from '../../../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../../../src/core/api/label.ts';
import { planChanges } from '../../../../../src/core/labels/changes/plan/changeSet.ts';
import { cellRelation } from '../../../../../src/core/labels/table/baseCell.ts';
import type { LabelTable } from '../../../../../src/core/labels/table/labelTable.ts';
import { keepOwn, rebaseTable } from '../../../../../src/core/labels/table/rebaseTable.ts';
import {
  labelsToSave,
  planSave,
  withConflicts,
  type SavePlan,
} from '../../../../../src/core/labels/table/savePlan.ts';
import { TableBase } from '../../../../../src/core/labels/table/tableBase.ts';
import { labelOf } from '../arbitraryLabels.ts';
import { labelsNamed, setCell, tableOf, textOf } from './tables.ts';

const labels = labelsNamed('One', 'Two', 'Three');

function idOf(text: string): LabelId {
  assert.ok(isLabelId(text));
  return text;
}

async function planFor(
  table: LabelTable,
  now: readonly Label[],
  gone: readonly string[] = [],
): Promise<SavePlan> {
  const found = new Map(now.map((label) => [label.id, label]));
  const plan = await planSave(table, { found, gone: new Set(gone.map(idOf)) });
  assert.ok(plan !== undefined);
  return plan;
}

/** `labels` with another name for B. */
function withName(labelName: string): readonly Label[] {
  return labels.map((label) =>
    label.id === 'B' ? labelOf({ ...label.record, labelName }) : label,
  );
}

describe('relation of three values', () => {
  const base = { shown: 'a', served: 'a', sent: [] };
  for (const { cell, text, now, relation } of [
    { cell: base, text: 'a', now: 'a', relation: 'same' },
    { cell: base, text: 'b', now: 'a', relation: 'own' },
    { cell: base, text: 'b', now: 'b', relation: 'alreadySo' },
    { cell: base, text: 'a', now: 'b', relation: 'foreign' },
    { cell: base, text: 'b', now: 'c', relation: 'conflict' },
    { cell: { ...base, shown: 'a ' }, text: 'a ', now: 'a', relation: 'same' },
    { cell: { ...base, shown: 'a ' }, text: 'a', now: 'a', relation: 'alreadySo' },
    { cell: { ...base, sent: ['b'] }, text: 'b', now: 'a', relation: 'own' },
    { cell: { ...base, sent: ['b'] }, text: 'b', now: 'b', relation: 'alreadySo' },
    { cell: { ...base, sent: ['b '] }, text: 'b ', now: 'b', relation: 'alreadySo' },
    { cell: { ...base, sent: ['b'] }, text: 'a', now: 'b', relation: 'own' },
    { cell: { ...base, sent: ['b'] }, text: 'c', now: 'b', relation: 'own' },
    { cell: { ...base, sent: ['b'] }, text: 'b', now: 'c', relation: 'conflict' },
    { cell: { ...base, sent: ['b'] }, text: 'a', now: 'c', relation: 'conflict' },
    { cell: { ...base, sent: ['b'] }, text: '', now: 'b', relation: 'foreign' },
  ] as const) {
    const { sent, served, shown } = cell;
    const sentText = sent.length > 0 ? `, sent ${JSON.stringify(sent)}` : '';
    it(`is ${relation} for ${JSON.stringify({ shown, served, text, now })}${sentText}`, () => {
      assert.equal(cellRelation(cell, text, now), relation);
    });
  }
});

describe('plan of a save', () => {
  it('is that of any other change set', async () => {
    const table = await tableOf(labels);
    await setCell(table, 'A', 'labelName', 'Eins');
    await setCell(table, 'C', 'labelStatus', '5');
    const plan = await planFor(table, labels);
    const wanted = new Map([
      [idOf('A'), { labelName: 'Eins' }],
      [idOf('C'), { labelStatus: 5 }],
    ]);
    const other = planChanges(
      {
        labels: new Map([...wanted.keys()].map((id) => [id, []])),
        wantedFor: ({ id }) => wanted.get(id) ?? {},
      },
      { found: new Map(labels.map((label) => [label.id, label])), gone: new Set() },
    );
    const { conflicts, deleted, foreign, ...rest } = plan;
    assert.deepEqual({ ...rest }, other);
    assert.deepEqual([conflicts, deleted, foreign], [[], [], []]);
  });

  it('reads the changed labels by all codes that they may have', async () => {
    const table = await tableOf(labels);
    await setCell(table, 'A', 'labelCode', 'x');
    await setCell(table, 'B', 'labelName', 'x');
    assert.deepEqual(
      [...(await labelsToSave(table))],
      [
        ['A', ['a', 'x']],
        ['B', ['b']],
      ],
    );
  });

  it('leaves to somebody else what only they have changed', async () => {
    const table = await tableOf(labels);
    await setCell(table, 'B', 'labelStatus', '2');
    const plan = await planFor(table, withName('Zwei'));
    assert.deepEqual(
      plan.changes.map(({ fields, id }) => [id, fields]),
      [['B', [{ field: 'labelStatus', before: 1, wanted: 2 }]]],
    );
    assert.deepEqual(plan.foreign, [
      { id: 'B', field: 'labelName', before: 'Two', current: 'Zwei' },
    ]);
  });

  it('offers conflicts with all changes of their label, from the value of somebody else', async () => {
    const table = await tableOf(labels);
    await setCell(table, 'A', 'labelName', 'Eins');
    await setCell(table, 'B', 'labelStatus', '5');
    await setCell(table, 'B', 'labelName', 'Zwei');
    const now = withName('Theirs');
    const plan = await planFor(table, now);
    const { changes, contested } = withConflicts(
      plan,
      new Map(now.map((label) => [label.id, label])),
    );
    assert.deepEqual(
      changes.map(({ fields, id }) => [id, fields]),
      [
        ['A', [{ field: 'labelName', before: 'One', wanted: 'Eins' }]],
        [
          'B',
          [
            { field: 'labelStatus', before: 1, wanted: 5 },
            { field: 'labelName', before: 'Theirs', wanted: 'Zwei' },
          ],
        ],
      ],
    );
    assert.deepEqual(contested, new Map([['B', new Set(['labelName'])]]));
  });

  it('sends no conflict, until the user has chosen', async () => {
    const table = await tableOf(labels);
    await setCell(table, 'B', 'labelName', 'Deux');
    const now = withName('Zwei');
    const plan = await planFor(table, now);
    const conflict = {
      id: 'B',
      field: 'labelName',
      before: 'Two',
      wanted: 'Deux',
      current: 'Zwei',
    };
    assert.deepEqual([plan.changes, plan.conflicts, plan.unchanged], [[], [conflict], 0]);
    table.recheck(keepOwn(table.base, plan.conflicts));
    const mine = await planFor(table, now);
    assert.deepEqual(mine.conflicts, []);
    assert.deepEqual(mine.changes[0]?.fields, [
      { field: 'labelName', before: 'Zwei', wanted: 'Deux' },
    ]);
    // What they change after that is a conflict again.
    assert.equal((await planFor(table, withName('Dos'))).conflicts.length, 1);
  });

  it('takes over a foreign value in the text first', async () => {
    const table = await tableOf(labels);
    const now = withName('Zwei');
    table.recheck(rebaseTable(table, now));
    assert.equal((await planFor(table, now)).foreign.length, 1);
    await setCell(table, 'B', 'labelName', 'Zwei');
    assert.equal(table.changedCells, 1);
    table.recheck(rebaseTable(table, now));
    assert.equal(table.changedCells, 0);
    const { changes, conflicts, foreign } = await planFor(table, now);
    assert.deepEqual([changes, conflicts, foreign], [[], [], []]);
  });

  it('takes nothing over from rows whose cells are not where they belong', async () => {
    const table = await tableOf(labels);
    const row = '"B","b","Two","1"';
    for (const broken of ['"B","Zwei","1"', `${row},"x"`, `${row}\n${row}`]) {
      const text = textOf(table.model).replace(row, broken);
      table.apply([{ offset: 0, length: table.model.length, content: text }]);
      rebaseTable(table, [labelOf({ id: 'B', labelCode: 'Zwei', labelName: '1', labelStatus: 1 })]);
      assert.deepEqual(table.base.shown('B'), ['B', 'b', 'Two', '1'], broken);
      table.apply([{ offset: 0, length: text.length, content: await table.base.text() }]);
    }
  });

  it('counts the labels that have the value already', async () => {
    const table = await tableOf(labels);
    await setCell(table, 'B', 'labelName', 'Zwei');
    const { changes, unchanged } = await planFor(table, withName('Zwei'));
    assert.deepEqual([changes, unchanged], [[], 1]);
  });

  it('says which labels have vanished, cannot be found, or have no row', async () => {
    const table = await tableOf(labels);
    await setCell(table, 'A', 'labelName', 'Eins');
    const text = textOf(table.model);
    table.apply([
      { offset: text.indexOf('"B"'), length: '"B","b","Two","1"\n'.length, content: '' },
    ]);
    const found = await planFor(table, labels.slice(1), ['A']);
    assert.deepEqual([found.gone, found.unknown, found.deleted], [['A'], [], ['B']]);
    const unknown = await planFor(table, []);
    assert.deepEqual([unknown.gone, unknown.unknown, unknown.changes], [[], ['A'], []]);
  });

  it('leaves out rows with problems', async () => {
    const table = await tableOf(labels);
    await setCell(table, 'A', 'labelName', '');
    await setCell(table, 'B', 'labelStatus', '1.5');
    const { changes, foreign } = await planFor(table, labels);
    assert.deepEqual([changes, foreign], [[], []]);
  });

  it('never sends a value that a text cannot hold, and nobody has edited', async () => {
    const odd = [labelOf({ id: 'A', labelName: 'a\r\nb \uD83D \0', labelStatus: 1 })];
    const table = await tableOf(odd);
    await setCell(table, 'A', 'labelStatus', '2');
    const { changes } = await planFor(table, odd);
    assert.deepEqual(
      changes.map(({ fields }) => fields.map(({ field }) => field)),
      [['labelStatus']],
    );
  });

  it('is given up when the text changes meanwhile', async () => {
    const table = await tableOf(labels);
    const planning = planSave(table, { found: new Map(), gone: new Set() });
    table.apply([{ offset: table.model.length, length: 0, content: 'x' }]);
    assert.equal(await planning, undefined);
  });

  it('works in slices', async () => {
    const many = Array.from({ length: 20_000 }, (_, id) => labelOf({ id: String(id) }));
    const table = await tableOf(many);
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    await planFor(table, many);
    clearInterval(counting);
    await setTimeout(0);
    assert.ok(turns > 3);
  });
});

describe('base of a table', () => {
  it('survives a reload, with what was sent', async () => {
    const base = await TableBase.of(labels);
    base.set('B', 'labelName', { shown: 'Zwei', served: 'Zwei!', sent: ['x', 'y'] });
    base.set('C', 'labelStatus', { shown: '1', served: '1', sent: ['2'] });
    base.set('A', 'labelStatus', { shown: '7', served: '7', sent: [] });
    const stored: unknown = JSON.parse(JSON.stringify(await base.stored()));
    const read = await TableBase.read(stored);
    assert.deepEqual(await read?.stored(), stored);
    assert.deepEqual(read?.cell('B', 'labelName'), {
      shown: 'Zwei',
      served: 'Zwei!',
      sent: ['x', 'y'],
    });
    assert.deepEqual(read?.cell('A', 'labelStatus'), { shown: '7', served: '7', sent: [] });
    assert.deepEqual([...read.ids()], ['A', 'B', 'C']);
  });

  it('is stored as it is at that moment', async () => {
    const base = await TableBase.of(labels);
    base.set('A', 'labelName', { shown: 'a', served: 'b', sent: ['c'] });
    const expected = await base.stored();
    const storing = base.stored();
    base.set('A', 'labelName', { shown: 'x', served: 'y', sent: ['z'] });
    assert.deepEqual(await storing, expected);
    assert.ok((await base.text()).includes('"x"'));
  });

  it('is not read from anything else', async () => {
    for (const stored of [
      undefined,
      null,
      'x',
      {},
      { version: 2, text: '', cells: [] },
      { version: 1, text: 1, cells: [] },
      // Of a release whose labels had other fields.
      { version: 1, text: 'id,labelCode,labelName\n"A","ONE","One"\n', cells: [] },
    ]) {
      assert.equal(await TableBase.read(stored), undefined);
    }
  });

  it('remembers a limited number of sent values', async () => {
    const base = await TableBase.of(labels);
    const sent = Array.from({ length: 30 }, (_, index) => String(index));
    base.set('A', 'labelName', { shown: 'One', served: 'One', sent });
    assert.deepEqual(base.cell('A', 'labelName')?.sent, sent.slice(-20));
  });

  it('leaves out labels whose ID no text holds', async () => {
    const base = await TableBase.of([labelOf({ id: 'a\rb' }), labelOf({ id: 'c' })]);
    assert.deepEqual([...base.ids()], ['c']);
    assert.equal(base.size, 1);
  });
});
