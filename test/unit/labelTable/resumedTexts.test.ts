import assert from 'node:assert/strict';
import { columnOf } from '../../../src/core/labels/table/tableColumns.ts';
import {
  lostTextMessage,
  resumedCell,
  resumedEdits,
} from '../../../src/labelTable/resumedTexts.ts';
import { labelsNamed } from '../core/labels/table/tables.ts';
import { SimulatedTable } from './simulatedTable.ts';

const columns = [{ id: 'labelName' }, { id: 'labelCode' }, { id: 'id' }];

async function openTable(): Promise<{ table: SimulatedTable; ids: readonly string[] }> {
  const labels = labelsNamed('One', 'Two', 'Three');
  return { table: await SimulatedTable.of(labels), ids: labels.map(({ id }) => id) };
}

describe('a cell in which was typed before its page was loaded anew', () => {
  it('is that of its label, wherever the row is now', async () => {
    const { ids, table } = await openTable();
    await table.rows.show({ sort: { column: 'labelName', isDescending: true } });
    const draft = { row: ids[0] ?? '', column: 'labelName', value: 'Typed' };
    assert.deepEqual(resumedCell(draft, table.rows, columns), {
      top: 2,
      bottom: 2,
      left: 0,
      right: 0,
      text: 'Typed',
    });
  });

  it('stays closed if it has the text already', async () => {
    const { ids, table } = await openTable();
    const draft = { row: ids[1] ?? '', column: 'labelName', value: 'Two' };
    assert.deepEqual(resumedCell(draft, table.rows, columns), {
      top: 1,
      bottom: 1,
      left: 0,
      right: 0,
    });
  });

  it('is none where the row is gone, doubled or not shown, or the column is read-only', async () => {
    const { ids, table } = await openTable();
    const draft = { row: ids[1] ?? '', column: 'labelName', value: 'Typed' };
    assert.equal(resumedCell({ ...draft, row: 'of no label' }, table.rows, columns), undefined);
    assert.equal(resumedCell({ ...draft, column: 'id' }, table.rows, columns), undefined);
    assert.equal(resumedCell({ ...draft, column: 'gone' }, table.rows, columns), undefined);
    await table.rows.show({ words: 'one' });
    assert.equal(resumedCell(draft, table.rows, columns), undefined);
    await table.rows.show({});
    const { text } = table.document;
    const second = text.indexOf(`"${ids[0]}"`);
    table.document.change([
      { offset: second, length: `"${ids[0]}"`.length, content: `"${ids[1]}"` },
    ]);
    assert.equal(resumedCell(draft, table.rows, columns), undefined);
  });
});

describe('texts that were typed before their page was loaded anew', () => {
  it('become edits of their labels, wherever the rows are now, and shown or not', async () => {
    const { ids, table } = await openTable();
    await table.rows.show({ words: 'one' });
    const texts = [
      { row: ids[2] ?? '', column: 'labelName', value: 'Typed' },
      { row: ids[0] ?? '', column: 'labelCode', value: 'before' },
      { row: ids[0] ?? '', column: 'labelCode', value: 'typed' },
    ];
    assert.deepEqual(resumedEdits(texts, table.rows.table.model).lost, []);
    await table.edits.apply(() => resumedEdits(texts, table.rows.table.model).edits);
    const rows = [...table.rows.table.model.rows()];
    assert.deepEqual(
      rows.map(({ cells }) => cells[columnOf('labelName')]),
      ['One', 'Two', 'Typed'],
    );
    assert.equal(rows[0]?.cells[columnOf('labelCode')], 'typed');
  });

  it('are lost where the row is gone or doubled, or the column is read-only', async () => {
    const { ids, table } = await openTable();
    const kept = { row: ids[2] ?? '', column: 'labelName', value: 'Typed' };
    const lost = [
      { row: 'of no label', column: 'labelName', value: 'gone' },
      { row: ids[0] ?? '', column: 'labelName', value: 'doubled' },
      { row: ids[2] ?? '', column: 'id', value: 'read-only' },
    ];
    const second = table.document.text.indexOf(`"${ids[1]}"`);
    table.document.change([
      { offset: second, length: `"${ids[1]}"`.length, content: `"${ids[0]}"` },
    ]);
    const resumed = resumedEdits([...lost, kept], table.rows.table.model);
    assert.deepEqual(resumed.lost, lost);
    assert.deepEqual(resumed.edits, [{ row: 2, field: 'labelName', cell: 'Typed' }]);
  });
});

describe('the message about a text that is lost', () => {
  it('isolates a right-to-left text, which would reorder it', () => {
    const value = 'חופשה 2026';
    assert.equal(
      lostTextMessage({ row: '1', column: 'labelName', value }),
      `Your text “\u2068${value}\u2069” is not in the table: its cell is not shown or cannot be edited now.`,
    );
  });
});
