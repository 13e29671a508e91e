import assert from 'node:assert/strict';
import { changedLabel, type Label } from '../../../../../src/core/api/label.ts';
import { theirChange } from '../../../../../src/core/labels/table/foreignCells.ts';
import type { LabelTable } from '../../../../../src/core/labels/table/labelTable.ts';
import { outdatedCells, rebaseTable } from '../../../../../src/core/labels/table/rebaseTable.ts';
import { planSave } from '../../../../../src/core/labels/table/savePlan.ts';
import { TableBase } from '../../../../../src/core/labels/table/tableBase.ts';
import { TableDocument } from '../../../../../src/core/labels/table/tableDocument.ts';
import { labelsNamed, setCell, tableOf, textOf } from './tables.ts';

const named = (label: Label, labelName: string): Label => changedLabel(label, { labelName });

/** The table with a `text` that VS Code has kept, and the stored state of `base`. */
async function reloaded(base: TableBase, text: string): Promise<LabelTable> {
  const stored = await TableBase.read(JSON.parse(JSON.stringify(await base.stored())));
  assert.ok(stored);
  return await new TableDocument(stored, text).ready();
}

/** Table over the text `a`, from before it took over the `b` of somebody else; then `b` is typed. */
async function typedByHand(): Promise<{ readonly label: Label; readonly table: LabelTable }> {
  const [label] = labelsNamed('a');
  assert.ok(label);
  const first = await tableOf([label]);
  const older = textOf(first.model);
  await setCell(first, 'A', 'labelName', 'b');
  rebaseTable(first, [named(label, 'b')]);
  first.base.noteRead(named(label, 'b'));
  const table = await reloaded(first.base, older);
  await setCell(table, 'A', 'labelName', 'b');
  return { label, table };
}

describe('an older text of a table', () => {
  it('sends nothing back that another window has changed', async () => {
    const labels = labelsNamed('One', 'Two', 'Three');
    const first = await tableOf(labels);
    const second = await tableOf(labels);
    // The first window saves a name.
    await setCell(first, 'A', 'labelName', 'Eins');
    const present = labels.map((label) => (label.id === 'A' ? named(label, 'Eins') : label));
    rebaseTable(first, present);
    // The second one has an unsaved name of another label, and is loaded anew.
    await setCell(second, 'B', 'labelName', 'Zwei');
    const plan = await planSave(await reloaded(first.base, textOf(second.model)), {
      found: new Map(present.map((label) => [label.id, label])),
      gone: new Set(),
    });
    assert.deepEqual(
      plan?.changes.map(({ id, fields }) => [id, fields]),
      [['B', [{ field: 'labelName', before: 'Two', wanted: 'Zwei' }]]],
    );
  });

  it('has changed nothing where it took over what somebody else has, and its base did not follow', async () => {
    const labels = labelsNamed('One', 'Two');
    const first = await tableOf(labels);
    labels.forEach((label) => first.base.noteRead(named(label, 'Theirs')));
    await setCell(first, 'A', 'labelName', 'Theirs');
    const table = await reloaded(first.base, textOf(first.model));
    assert.equal(table.changedRows, 0);
    const rows = ['A', 'B'].map((id) => table.model.rowsOf(id)[0]);
    assert.deepEqual(
      rows.map((row) => row && theirChange(row, 'labelName', table.base) !== undefined),
      [false, true],
    );
  });

  it('keeps as an edit what takes back a value that was sent and not read since', async () => {
    const [label] = labelsNamed('One');
    assert.ok(label);
    const first = await tableOf([label]);
    first.base.noteRead(label);
    // The window died before it knew what had become of the value.
    first.base.set('A', 'labelName', { shown: 'Two', served: 'Two', sent: ['Two'] });
    const table = await reloaded(first.base, textOf(first.model));
    assert.equal(table.changedRows, 1);
  });

  describe('in a cell that was given the present value by hand', () => {
    it('shows what somebody else makes of it afterwards', async () => {
      const { label, table } = await typedByHand();
      const now = named(label, 'a');
      table.base.noteRead(now);
      const [row] = table.model.rowsOf(label.id);
      assert.ok(row);
      assert.notEqual(theirChange(row, 'labelName', table.base), undefined);
      assert.equal(outdatedCells(table, [now]).length, 1);
    });

    it('is in conflict with that once it is edited', async () => {
      const { label, table } = await typedByHand();
      await setCell(table, 'A', 'labelName', 'c');
      const found = new Map([[label.id, named(label, 'a')]]);
      const plan = await planSave(table, { found, gone: new Set() });
      assert.deepEqual([plan?.changes.length, plan?.conflicts.length], [0, 1]);
    });
  });
});
