import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { editableFields } from '../../../../../src/core/api/labelFields.ts';
import {
  editsFillingRange,
  rangeOfPaste,
  type CellBlock,
  type CellRange,
} from '../../../../../src/core/labels/table/cellBlock.ts';
import {
  cellEdits,
  joinedEdits,
  type CellEdit,
} from '../../../../../src/core/labels/table/cellEdits.ts';
import { columnOf } from '../../../../../src/core/labels/table/tableColumns.ts';
import { labelOf } from '../arbitraryLabels.ts';
import { changedText, labelsNamed, tableOf, textOf } from './tables.ts';

/** Edits of the status of this many rows, from the second on. */
function fill(count: number): readonly CellEdit[] {
  return Array.from({ length: count }, (_, row) => ({
    row: row + 1,
    field: 'labelStatus',
    cell: '2',
  }));
}

describe('edits of cells', () => {
  it('change one cell by one change', async () => {
    const { model } = await tableOf(labelsNamed('One', 'Two'));
    const changes = await cellEdits(model, [{ row: 1, field: 'labelName', cell: 'a "b",\r\nc' }]);
    const text = textOf(model);
    assert.deepEqual(changes, [
      { offset: text.indexOf('"Two"'), length: 5, content: '"a ""b"",\nc"' },
    ]);
  });

  it('leave alone cells that have the value, that a row lacks, and rows that do not exist', async () => {
    const { model } = await tableOf(labelsNamed('One', 'Two'), 'id\n"A","a","One"\n');
    const edits: readonly CellEdit[] = [
      { row: 0, field: 'labelName', cell: 'One' },
      { row: 0, field: 'labelStatus', cell: '2' },
      { row: 5, field: 'labelName', cell: 'x' },
    ];
    assert.deepEqual(await cellEdits(model, edits), []);
  });

  it('give the table exactly the cells, few or many', async () => {
    const labels = Array.from({ length: 400 }, (_, id) =>
      labelOf({ id: String(id), labelCode: `${id}`, labelName: `n\n${id}`, labelStatus: 1 }),
    );
    const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'x', '\0', '\uD83D') });
    const anyEdit = fc.record({
      row: fc.nat(399),
      field: fc.constantFrom(...editableFields),
      cell,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyEdit, { maxLength: 3000, size: 'max' }), async (edits) => {
        const table = await tableOf(labels);
        const expected = Array.from(table.model.rows(), ({ cells }) => Array.from(cells));
        for (const { cell: content, field, row } of edits) {
          const cells = expected[row] ?? [];
          cells[columnOf(field)] = content
            .toWellFormed()
            .replaceAll(/\r\n?/g, '\n')
            .replaceAll('\0', '\uFFFD');
        }
        const before = textOf(table.model);
        const changes = (await cellEdits(table.model, edits)) ?? [];
        assert.ok(changes.length < joinedEdits);
        table.apply(changes);
        assert.equal(textOf(table.model), changedText(before, changes));
        assert.deepEqual(
          Array.from(table.model.rows(), ({ cells }) => cells),
          expected,
        );
      }),
      { numRuns: 8 },
    );
  });

  it('are one change from a thousand cells on, and no longer than needed', async () => {
    const labels = Array.from({ length: joinedEdits + 2 }, (_, id) =>
      labelOf({ id: String(id), labelName: 'a', labelStatus: 1 }),
    );
    const { model } = await tableOf(labels);
    assert.equal((await cellEdits(model, fill(joinedEdits - 1)))?.length, joinedEdits - 1);
    const [joined, ...others] = (await cellEdits(model, fill(joinedEdits))) ?? [];
    assert.deepEqual(others, []);
    const text = textOf(model);
    const place =
      joined === undefined ? '' : text.slice(joined.offset, joined.offset + joined.length);
    assert.ok(place.startsWith('"1"\n"2",') && place.endsWith(`"${joinedEdits}","","a","1"`));
  });

  it('are given up when the text changes meanwhile', async () => {
    const labels = Array.from({ length: 3000 }, (_, id) => labelOf({ id: String(id) }));
    const { model } = await tableOf(labels);
    const edits = labels.map((_, row) => ({ row, field: 'labelName', cell: 'x' }) as const);
    const finding = cellEdits(model, edits);
    model.apply([{ offset: 0, length: 0, content: 'x' }]);
    assert.equal(await finding, undefined);
  });
});

describe('blocks of cells', () => {
  const fields = [undefined, ...editableFields];

  /** Edits that fill these rows of the columns from one up to another. */
  function fillWith(
    block: CellBlock,
    rows: readonly number[],
    from: number,
    to: number,
  ): readonly CellEdit[] {
    const range = { rows: Int32Array.from(rows), fields: fields.slice(from, to) };
    return Array.from(editsFillingRange(block, range));
  }

  it('fill a selection with a single value', () => {
    assert.deepEqual(fillWith([['x']], [4, 2], 2, 3), [
      { row: 4, field: 'labelName', cell: 'x' },
      { row: 2, field: 'labelName', cell: 'x' },
    ]);
  });

  it('fill a selection with a block as often as it fits', () => {
    const block = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    const edits = fillWith(block, [0, 1, 2, 3], 1, 3);
    assert.equal(edits.map(({ cell }) => cell).join(''), 'abcdabcd');
  });

  it('leave out read-only cells, and those that a row of the block lacks', () => {
    assert.deepEqual(fillWith([['id', 'a'], ['id']], [0, 1], 0, 2), [
      { row: 0, field: 'labelCode', cell: 'a' },
    ]);
  });

  it('write numbers as the table does', () => {
    const edits = fillWith([[' 3 '], ['1.0'], ['-2'], ['two'], ['１２']], [0, 1, 2, 3, 4], 3, 4);
    assert.deepEqual(
      edits.map(({ cell }) => cell),
      ['3', '1', '-2', 'two', '12'],
    );
  });

  it('are pasted where they fit, or from the first cell on', () => {
    const block = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    const following: CellRange = {
      rows: Int32Array.from([3, 4, 5, 6, 7]),
      fields: editableFields,
    };
    const select = (height: number, width: number): CellRange => ({
      rows: following.rows.slice(0, height),
      fields: following.fields.slice(0, width),
    });
    assert.deepEqual(rangeOfPaste(block, select(1, 1), following), select(2, 2));
    assert.deepEqual(rangeOfPaste(block, select(4, 2), following), select(4, 2));
    assert.deepEqual(rangeOfPaste(block, select(3, 2), following), select(2, 2));
    assert.deepEqual(rangeOfPaste([['x']], select(3, 2), following), select(3, 2));
  });
});
