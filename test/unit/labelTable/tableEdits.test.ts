import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { CancelledError } from '../../../src/core/errors/cancelledError.ts';
import type { CellEdit } from '../../../src/core/labels/table/cellEdits.ts';
import { until } from '../../support/until.ts';
import { labelsNamed } from '../core/labels/table/tables.ts';
import { SimulatedTable } from './simulatedTable.ts';

function rename(row: number, cell: string): () => readonly CellEdit[] {
  return () => [{ row, field: 'labelName', cell }];
}

describe('edits of a table', () => {
  it('come into the document in their order', async () => {
    const { document, edits } = await SimulatedTable.of(labelsNamed('One', 'Two'));
    const made = await Promise.all([
      edits.apply(rename(0, 'Eins')),
      edits.apply(rename(1, 'Zwei')),
      edits.apply(rename(0, 'Un')),
    ]);
    assert.deepEqual(made, [true, true, true]);
    assert.match(document.text, /"Un".*\n.*"Zwei"/);
    assert.equal(document.version, 4);
  });

  it('are made again in what the document holds by then', async () => {
    const { document, edits } = await SimulatedTable.of(labelsNamed('One', 'Two'));
    const making = edits.apply(rename(1, 'Zwei'));
    await setImmediate();
    document.change([{ offset: document.text.indexOf('One'), length: 3, content: 'Much longer' }]);
    assert.equal(await making, true);
    assert.match(document.text, /"Much longer".*\n"B","b","Zwei"/);
  });

  it('wait while the table is locked', async () => {
    const table = await SimulatedTable.of(labelsNamed('One', 'Two'));
    const { document, edits } = table;
    table.readOnly = 'The table is being saved.';
    const making = edits.apply(rename(1, 'Zwei'));
    await setImmediate();
    await setImmediate();
    assert.equal(document.version, 1);
    table.readOnly = undefined;
    assert.equal(await making, true);
    assert.match(document.text, /Zwei/);
  });

  it('under way are in a view that is shown meanwhile, as in the page', async () => {
    const table = await SimulatedTable.of(labelsNamed('One', 'Two', 'Mine'));
    const { edits, rows } = table;
    const shown = (): readonly unknown[] => rows.slice(0, 3).map((row) => row?.id);
    const show = async () => await rows.show({ words: 'mine' });
    table.readOnly = 'The table is being saved.';
    const making = edits.apply(rename(0, 'Mine, too'));
    const showing = edits.show(show);
    await until(() => shown().length === 1);
    assert.deepEqual(shown(), ['C']);
    table.readOnly = undefined;
    await Promise.all([making, showing]);
    assert.deepEqual(shown(), ['A', 'C']);
    const { order } = rows;
    await edits.show(show);
    assert.equal(rows.order, order + 1);
  });

  it('end with the editor', async () => {
    const table = await SimulatedTable.of(labelsNamed('One'));
    table.readOnly = 'The table is being saved.';
    const making = table.edits.apply(rename(0, 'Eins'));
    await setImmediate();
    table.edits.dispose();
    await assert.rejects(making, CancelledError);
  });

  it('are taken back where VS Code does not count them as changes', async () => {
    const { document, edits } = await SimulatedTable.of(labelsNamed('One', 'Two'));
    const { text } = document;
    document.isReadOnly = true;
    const both = [...rename(0, 'A longer one')(), ...rename(1, '')()];
    assert.equal(await edits.apply(() => both), false);
    assert.equal(document.text, text);
    assert.equal(edits.isRefused, true);
    edits.resetRefusal();
    assert.equal(edits.isRefused, false);
  });
});
