import assert from 'node:assert/strict';
import { changedLabel, type Label } from '../../../../../src/core/api/label.ts';
import { LabelTable } from '../../../../../src/core/labels/table/labelTable.ts';
import { rebaseTable } from '../../../../../src/core/labels/table/rebaseTable.ts';
import { labelsToSave, planSave } from '../../../../../src/core/labels/table/savePlan.ts';
import { TableBase } from '../../../../../src/core/labels/table/tableBase.ts';
import { TableSave } from '../../../../../src/core/labels/table/tableSave.ts';
import { emptyRun } from '../changes/journal/emptyRun.ts';
import { account } from '../changes/journal/journalOfOneLabel.ts';
import { labelsNamed, setCell, tableOf, textOf } from './tables.ts';

/** Table of one label whose new name was sent, with an answer that was lost. */
async function sentAndLost(): Promise<{
  readonly table: LabelTable;
  readonly label: Label;
  readonly arrived: Label;
}> {
  const [label] = labelsNamed('old');
  assert.ok(label);
  const table = await tableOf([label]);
  await setCell(table, 'A', 'labelName', 'new');
  const plan = await planSave(table, { found: new Map([[label.id, label]]), gone: new Set() });
  const [change] = plan?.changes ?? [];
  assert.ok(change);
  const save = new TableSave(table.base, [change]);
  const record = emptyRun(account);
  const { id } = label;
  record.apply({ kind: 'plan', change });
  const sent = [{ field: 'labelName', before: 'old', after: 'new' }] as const;
  record.apply({ kind: 'intent', id, sent, at: 0 });
  record.apply({ kind: 'outcome', id, outcome: { kind: 'uncertain', reason: 'lost' }, at: 0 });
  table.recheck(save.finish(record));
  return { table, label, arrived: changedLabel(label, { labelName: 'new' }) };
}

describe('Undoing in a table what was sent with a lost answer', () => {
  it('is an edit that a save reads and sends', async () => {
    const { arrived, label, table } = await sentAndLost();
    await setCell(table, 'A', 'labelName', 'old');
    assert.equal(table.changedRows, 1);
    assert.deepEqual([...(await labelsToSave(table)).keys()], [label.id]);
    const plan = await planSave(table, { found: new Map([[label.id, arrived]]), gone: new Set() });
    assert.deepEqual(plan?.changes[0]?.fields, [
      { field: 'labelName', before: 'new', wanted: 'old' },
    ]);
  });

  it('is that after a restart, too', async () => {
    const { label, table } = await sentAndLost();
    const base = await TableBase.read(JSON.parse(JSON.stringify(await table.base.stored())));
    assert.ok(base);
    const again = await LabelTable.of(base, textOf(table.model));
    await setCell(again, 'A', 'labelName', 'old');
    assert.deepEqual([...(await labelsToSave(again)).keys()], [label.id]);
  });

  it('is none once the service was read with the old value', async () => {
    const { label, table } = await sentAndLost();
    await setCell(table, 'A', 'labelName', 'old');
    table.recheck(rebaseTable(table, [label]));
    assert.equal(table.changedRows, 0);
  });
});
