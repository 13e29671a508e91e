import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { EditableField } from '../../../src/core/api/labelFields.ts';
import { TableBase } from '../../../src/core/labels/table/tableBase.ts';
import { TableDocument } from '../../../src/core/labels/table/tableDocument.ts';
import { TableRows } from '../../../src/core/labels/table/tableRows.ts';
import { oneCell } from '../../../src/labelGrid/gridContent.ts';
import { PendingCellAction, type CellAction } from '../../../src/labelTable/requestedEdits.ts';
import { labelOf } from '../core/labels/arbitraryLabels.ts';
import { labelsNamed, textOf } from '../core/labels/table/tables.ts';
import { SimulatedTable } from './simulatedTable.ts';

/** Columns of the grid: name, code, status, and the read-only id. */
const fields: readonly (EditableField | undefined)[] = [
  'labelName',
  'labelCode',
  'labelStatus',
  undefined,
];

const change = { sequence: 1, order: 1 } as const;

const orderOptions = () => ({ locale: 'en', now: 0 });

async function rowsOf(...names: readonly string[]): Promise<TableRows> {
  const base = await TableBase.of(labelsNamed(...names));
  return await TableRows.of(new TableDocument(base, await base.text()), { orderOptions });
}

/** Edits that an action asks for, as `row field cell`, and what it leaves out. */
async function requested(action: CellAction, rows?: TableRows) {
  const request = new PendingCellAction(action, fields);
  const { edits, ...others } = await request.editsIn(rows ?? (await rowsOf('One', 'Two', 'Three')));
  const texts = Array.from(edits, ({ cell, field, row }) => `${row} ${field} ${cell}`);
  return { edits: texts, ...others };
}

function pasted(content: string | string[][], range = oneCell(0, 0)): CellAction {
  return { type: 'paste', ...change, range, content, isTyped: true };
}

describe('edits that the grid of a table asks for', () => {
  it('sets one cell', async () => {
    const { edits, filled } = await requested({
      type: 'edit',
      ...change,
      row: 1,
      column: 0,
      value: 'Zwei',
      isTyped: true,
    });
    assert.deepEqual(edits, ['1 labelName Zwei']);
    assert.deepEqual(filled, oneCell(1, 0));
  });

  it('reads a typed number as a spreadsheet does, and leaves what is none', async () => {
    for (const [value, cell] of [
      [' 07 ', '7'],
      ['２', '2'],
      ['two', 'two'],
    ]) {
      const edit = { ...change, row: 0, column: 2, value: value ?? '', isTyped: true };
      assert.deepEqual((await requested({ type: 'edit', ...edit })).edits, [
        `0 labelStatus ${cell}`,
      ]);
    }
  });

  it('empties cells but not those that are read-only', async () => {
    const range = { top: 0, bottom: 1, left: 2, right: 3 };
    const { edits, hasReadOnly } = await requested({ type: 'clear', ...change, range });
    assert.deepEqual(edits, ['0 labelStatus ', '1 labelStatus ']);
    assert.equal(hasReadOnly, true);
  });

  it('fills down from the first row', async () => {
    const range = { top: 0, bottom: 2, left: 0, right: 1 };
    assert.deepEqual((await requested({ type: 'fillDown', ...change, range })).edits, [
      '0 labelName One',
      '0 labelCode a',
      '1 labelName One',
      '1 labelCode a',
      '2 labelName One',
      '2 labelCode a',
    ]);
  });

  it('pastes from the cell on, as far as there are rows', async () => {
    const { edits, filled, rowsLeftOut } = await requested(pasted('x\ty\nz\tw\n', oneCell(2, 0)));
    assert.deepEqual(edits, ['2 labelName x', '2 labelCode y']);
    assert.deepEqual(filled, { top: 2, bottom: 2, left: 0, right: 1 });
    assert.equal(rowsLeftOut, 1);
  });

  it('repeats what is pasted in a selection of a multiple of its size', async () => {
    const range = { top: 0, bottom: 2, left: 0, right: 0 };
    const { edits, rowsLeftOut } = await requested(pasted('x', range));
    assert.deepEqual(edits, ['0 labelName x', '1 labelName x', '2 labelName x']);
    assert.equal(rowsLeftOut, 0);
  });

  it('pastes the cells of a grid exactly as they are', async () => {
    const { edits } = await requested(pasted([["'007", 'a\r\nb']]));
    assert.deepEqual(edits, ["0 labelName '007", '0 labelCode a\r\nb']);
  });

  it('pastes into the rows of the order that its user saw', async () => {
    const rows = await rowsOf('One', 'Two', 'Three');
    const { order } = rows;
    await rows.show({ sort: { column: 'labelName', isDescending: true } });
    assert.deepEqual((await requested(pasted('x\ny'), rows)).edits, [
      '0 labelName x',
      '1 labelName y',
    ]);
    const now: CellAction = { ...pasted('x\ny'), order: order + 1 };
    assert.deepEqual((await requested(now, rows)).edits, ['1 labelName x', '2 labelName y']);
  });

  it('pastes each row where its user saw it, though one of them is gone', async () => {
    const { document, rows } = await SimulatedTable.of(labelsNamed('One', 'Two', 'Three'));
    const { model } = rows.table;
    const second = model.row(1);
    assert.ok(second !== undefined);
    const request = new PendingCellAction(pasted('x\ny\nz'), fields);
    const { offset } = model.placeOf(second);
    document.change([{ offset, length: second.text.length, content: '' }]);
    const { edits, rowsLeftOut } = await request.editsIn(rows);
    assert.deepEqual(
      Array.from(edits, ({ cell, row }) => `${row} ${cell}`),
      ['0 x', '1 z'],
    );
    assert.equal(rowsLeftOut, 0);
  });

  it('pastes 10,000 rows in one step, after which the grid shows what the text says', async () => {
    const labels = Array.from({ length: 10_001 }, (_, index) =>
      labelOf({ id: `L${index}`, labelCode: `c${index}`, labelName: 'Name', labelStatus: 1 }),
    );
    const { document, edits, rows } = await SimulatedTable.of(labels);
    await rows.show({ sort: { column: 'id', isDescending: true } });
    const { order } = rows;
    const lines = Array.from({ length: 10_000 }, (_, index) => `New "${index}"	CODE-${index}`);
    const paste: CellAction = { ...pasted(lines.join('\r\n')), order };
    const request = new PendingCellAction(paste, fields);
    const before = document.version;
    assert.equal(await edits.apply(async () => (await request.editsIn(rows)).edits), true);
    assert.equal(document.version, before + 1);
    const { changedRows, model } = await document.table.ready();
    assert.deepEqual([rows.order, changedRows], [order, 10_000]);
    const shown = rows
      .slice(0, 10_000)
      .map((row) => `${row?.cells[2] ?? ''}\t${row?.cells[1] ?? ''}`);
    assert.deepEqual(shown, lines);
    assert.ok(textOf(model) === document.text);
    assert.equal(document.text.match(/"CODE-\d+","New ""\d+""","1"\n/g)?.length, 10_000);
  });

  it('pastes many rows before what is typed after that', async () => {
    const count = 5000;
    const labels = Array.from({ length: count }, (_, index) => labelOf({ id: `L${index}` }));
    const { document, edits, rows } = await SimulatedTable.of(labels);
    const make = async (action: CellAction): Promise<boolean> => {
      const request = new PendingCellAction(action, fields);
      return await edits.apply(async () => (await request.editsIn(rows)).edits);
    };
    const pasting = make(pasted('Pasted\n'.repeat(count)));
    await setImmediate();
    const cell = { row: 0, column: 0, value: 'Typed' };
    await make({ type: 'edit', ...change, ...cell, isTyped: true });
    assert.match(document.text, /"Typed"/);
    assert.equal(document.text.match(/"Pasted"/g)?.length, count - 1);
    assert.equal(await pasting, true);
  });

  it('asks for nothing in rows that are gone', async () => {
    const { edits, filled } = await requested(pasted('x', oneCell(9, 0)));
    assert.deepEqual([edits, filled], [[], undefined]);
  });
});
