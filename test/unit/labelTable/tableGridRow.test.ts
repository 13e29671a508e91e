import assert from 'node:assert/strict';
import type { Label } from '../../../src/core/api/label.ts';
import type { LabelTable } from '../../../src/core/labels/table/labelTable.ts';
import type { GridCell, GridRow } from '../../../src/labelGrid/protocol.ts';
import { tableGridColumns } from '../../../src/labelTable/tableGridColumns.ts';
import { tableGridRow } from '../../../src/labelTable/tableGridRow.ts';
import { pageText } from '../../../src/surfaces/pageText.ts';
import { labelOf } from '../core/labels/arbitraryLabels.ts';
import { tableOf } from '../core/labels/table/tables.ts';

const names = new Map([[1, 'Active']]);

const label = labelOf({
  id: 'A',
  labelCode: 'a',
  labelName: 'Night shift',
  labelStatus: 1,
  team: 'North',
});

async function changedTable(part: string, content: string): Promise<LabelTable> {
  const table = await tableOf([label]);
  const offset = table.model.textBetween(0, table.model.length).indexOf(part);
  table.apply([{ offset, length: part.length, content }]);
  return table;
}

/** The only row of a table; `now` is its label in the service. */
function shown(table: LabelTable, now: Label = label): GridRow {
  const row = table.model.row(0);
  assert.ok(row !== undefined);
  table.base.noteRead(now);
  return tableGridRow(row, { columns: tableGridColumns([now], names), table, names });
}

/** Cells of name, code, status, id and team. */
function cellsOf(row: GridRow): readonly GridCell[] {
  assert.equal(row.cells.length, 5);
  return row.cells;
}

describe('row of a table in its grid', () => {
  it('has the name first, and read-only columns last', () => {
    const columns = tableGridColumns([label], names);
    assert.deepEqual(
      columns.map(({ id, isEditable }) => [id, isEditable]),
      [
        ['labelName', true],
        ['labelCode', true],
        ['labelStatus', true],
        ['id', false],
        ['team', false],
      ],
    );
    assert.deepEqual(columns[2]?.knownValues, [{ value: '1', text: pageText('Active (1)') }]);
  });

  it('can be filtered by the time of the last change, whatever its field is called', () => {
    const changed = labelOf({ id: 'B', updatedBy: 'ada', modifyTime: '2026-11-01T08:00:00Z' });
    const kinds = tableGridColumns([label, changed], names).map(({ id, kind }) => [id, kind]);
    assert.deepEqual(kinds.slice(-3), [
      ['team', 'text'],
      ['updatedBy', 'text'],
      ['modifyTime', 'time'],
    ]);
  });

  it('shows the name of a status, and edits its number', async () => {
    assert.deepEqual(cellsOf(shown(await changedTable('', ''))), [
      { text: 'Night shift', value: 'Night shift' },
      { text: 'a', value: 'a' },
      { text: 'Active (1)', value: '1' },
      { text: 'A' },
      { text: 'North' },
    ]);
  });

  it('marks what was changed here, with its warnings', async () => {
    const [name] = cellsOf(shown(await changedTable('Night shift', 'Late ')));
    assert.deepEqual(name, {
      text: String.raw`Late\u{20}`,
      value: 'Late ',
      original: 'Night shift',
      warning: 'There are spaces at the beginning or the end.',
    });
  });

  it('marks a value that cannot be sent', async () => {
    const [, , status] = cellsOf(shown(await changedTable('"1"', '"two"')));
    assert.deepEqual(status, {
      text: 'two',
      value: 'two',
      original: 'Active (1)',
      problem: 'The status must be a whole number.',
    });
  });

  it('marks what somebody else has changed, and where that is a conflict', async () => {
    const now = labelOf({ ...label.record, labelName: 'Day', labelCode: 'b' });
    const [name, code] = cellsOf(shown(await changedTable('Night shift', 'Late'), now));
    assert.deepEqual(name?.theirs, { text: 'Day', isConflict: true });
    assert.deepEqual(code?.theirs, { text: 'b', isConflict: false });
  });

  it('says what is wrong with a row as a whole', async () => {
    const row = shown(await changedTable('"A"', '"B"'));
    assert.equal(row.note, 'The table has no label with this ID. Labels cannot be added.');
  });

  it('has no editable cell where the text has none', async () => {
    const [name, , status] = cellsOf(shown(await changedTable(',"1"', '')));
    assert.deepEqual([name?.value, status], ['Night shift', { text: '' }]);
  });
});
