import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  cellCount,
  contains,
  extended,
  headerRow,
  moved,
  movedOn,
  rangeOf,
  selectCell,
  selectColumns,
  selectRange,
  selectRows,
  within,
  type GridSelection,
  type Move,
} from '../../../../src/labelGrid/model/gridSelection.ts';

const size = { rows: 100, columns: 5, page: 20 };
const start = selectCell({ row: 10, column: 2 });
const moveNames: readonly Move[] = [
  'left',
  'right',
  'up',
  'down',
  'pageUp',
  'pageDown',
  'rowStart',
  'rowEnd',
  'columnStart',
  'columnEnd',
  'gridStart',
  'gridEnd',
  'stay',
];

describe('The selection of a grid', () => {
  const targets: Readonly<Record<Move, readonly [row: number, column: number]>> = {
    left: [10, 1],
    right: [10, 3],
    up: [9, 2],
    down: [11, 2],
    pageUp: [0, 2],
    pageDown: [30, 2],
    rowStart: [10, 0],
    rowEnd: [10, 4],
    columnStart: [0, 2],
    columnEnd: [99, 2],
    gridStart: [0, 0],
    gridEnd: [99, 4],
    stay: [10, 2],
  };
  for (const move of moveNames) {
    const [row, column] = targets[move];
    it(`moves the active cell: ${move}`, () => {
      assert.deepEqual(moved(start, move, size, false), selectCell({ row, column }));
    });

    it(`moves the other corner, and not the active cell: ${move}`, () => {
      const extendedTo = moved(start, move, size, true);
      assert.deepEqual(extendedTo.active, start.active);
      assert.deepEqual(extendedTo.extent, { row, column });
    });
  }

  it('goes from the first row to the headers, and no further', () => {
    const header = moved(selectCell({ row: 0, column: 1 }), 'up', size, false);
    assert.deepEqual(header.active, { row: headerRow, column: 1 });
    assert.equal(rangeOf(header), undefined);
    assert.deepEqual(moved(header, 'up', size, false), header);
    assert.deepEqual(moved(header, 'down', size, false), selectCell({ row: 0, column: 1 }));
  });

  it('never has the headers in a range', () => {
    const range = rangeOf(moved(selectCell({ row: 0, column: 1 }), 'up', size, true));
    assert.deepEqual(range, { top: 0, bottom: 0, left: 1, right: 1 });
  });

  it('selects columns, rows, and everything', () => {
    const columns = selectColumns(start.active, 1, 2, size);
    assert.deepEqual(rangeOf(columns), { top: 0, bottom: 99, left: 1, right: 2 });
    assert.deepEqual(columns.active, start.active);
    const everything = selectColumns(start.active, 0, 4, size);
    assert.deepEqual(everything.active, start.active);
    assert.deepEqual(rangeOf(everything), { top: 0, bottom: 99, left: 0, right: 4 });
    const rows = selectRows(start, size);
    assert.deepEqual(rows.active, start.active);
    assert.deepEqual(rangeOf(rows), { top: 10, bottom: 10, left: 0, right: 4 });
    // Extended, they stay whole rows; the active cell stays within.
    const more = moved(rows, 'down', size, true);
    assert.deepEqual(rangeOf(more), { top: 10, bottom: 11, left: 0, right: 4 });
    assert.deepEqual(rangeOf(extended(everything, { row: 3, column: 1 }, size)), {
      top: 3,
      bottom: 10,
      left: 1,
      right: 2,
    });
  });

  it('returns with Enter to the column where an entry with Tabs began', () => {
    const first = movedOn(start, 'tab', 'right', size);
    const second = movedOn(within(first, size), 'tab', 'right', size);
    assert.deepEqual(second.active, { row: 10, column: 4 });
    assert.deepEqual(movedOn(second, 'enter', 'down', size), selectCell({ row: 11, column: 2 }));
    assert.equal(moved(second, 'up', size, false).entryColumn, undefined);
  });

  it('does not go from typing to the headers', () => {
    const top = selectCell({ row: 0, column: 1 });
    for (const key of ['enter', 'other'] as const) {
      assert.deepEqual(movedOn(top, key, 'up', size), top);
    }
  });

  it('stays as it is when its range is selected', () => {
    const upwards = extended(start, { row: 4, column: 1 }, size);
    const range = rangeOf(upwards);
    assert.ok(range);
    assert.deepEqual(selectRange(range, upwards), upwards);
    assert.deepEqual(selectRange(range, start).active, { row: 4, column: 1 });
  });

  it('gives a range back, whatever corner is active', () => {
    const selection = extended(start, { row: 4, column: 4 }, size);
    const range = rangeOf(selection);
    assert.deepEqual(range, { top: 4, bottom: 10, left: 2, right: 4 });
    assert.equal(cellCount(range), 21);
    assert.deepEqual(rangeOf(selectRange(range)), range);
    assert.ok(contains(range, { row: 4, column: 4 }));
    assert.ok(!contains(range, { row: 3, column: 4 }));
  });

  it('has only the headers where there are no rows', () => {
    const empty = { ...size, rows: 0 };
    assert.equal(within(start, empty).active.row, headerRow);
    assert.equal(rangeOf(extended(within(start, empty), { row: 0, column: 0 }, empty)), undefined);
    // With rows again, whatever was selected before.
    const columns = within(selectColumns(start.active, 1, 3, size), empty);
    const range = rangeOf(extended(columns, { row: 2, column: 2 }, size));
    assert.deepEqual(range, { top: 0, bottom: 2, left: 2, right: 2 });
    assert.equal(movedOn(within(start, empty), 'enter', 'down', empty).active.row, headerRow);
  });

  it('stays within the grid after any moves', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30 }),
        fc.array(fc.tuple(fc.constantFrom(...moveNames), fc.boolean())),
        (rows, steps) => {
          const limits = { rows, columns: 3, page: 7 };
          const end = steps.reduce<GridSelection>(
            (selection, [move, isExtending]) => moved(selection, move, limits, isExtending),
            within(start, limits),
          );
          for (const { column, row } of [end.active, end.extent, end.anchor ?? end.active]) {
            assert.ok(row >= headerRow && row < Math.max(rows, 0) + (rows === 0 ? 1 : 0));
            assert.ok(column >= 0 && column < 3);
          }
        },
      ),
    );
  });
});
