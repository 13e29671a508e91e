import assert from 'node:assert/strict';
import type { EditableField } from '../../../src/core/api/labelFields.ts';
import type { RowChange } from '../../../src/core/labels/table/tableModel.ts';
import { changedRange } from '../../../src/labelTable/changedRange.ts';
import { labelsNamed } from '../core/labels/table/tables.ts';
import { SimulatedTable } from './simulatedTable.ts';

const fields: readonly (EditableField | undefined)[] = ['labelName', 'labelCode', undefined];

/** Replaces names, by the number of their row, as one change from the first of them to the last. */
async function replaced(names: Readonly<Record<number, string>>) {
  const table = await SimulatedTable.of(
    labelsNamed('Zero', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'),
  );
  const { document, rows } = table;
  const before = rows.slice(0, 8).map((row) => row?.cells[2] ?? '');
  const numbers = Object.keys(names).map(Number);
  const offset = document.text.indexOf(`"${before[Math.min(...numbers)]}"`);
  const last = before[Math.max(...numbers)] ?? '';
  const end = document.text.indexOf(`"${last}"`) + last.length + 2;
  let content = document.text.slice(offset, end);
  for (const [number, name] of Object.entries(names)) {
    content = content.replace(`"${before[Number(number)]}"`, `"${name}"`);
  }
  let change: RowChange | undefined;
  rows.onDidChange((made) => (change = made));
  document.change([{ offset, length: end - offset, content }]);
  assert.ok(change);
  return changedRange(change, rows, fields);
}

describe('the cells that an undo or redo selects', () => {
  it('are those that it has changed, if they stand side by side', async () => {
    assert.deepEqual(await replaced({ 2: 'Deux', 3: 'Trois' }), {
      top: 2,
      bottom: 3,
      left: 0,
      right: 0,
    });
  });

  it('are the first one alone, if others are between them that VS Code has replaced with the same', async () => {
    assert.deepEqual(await replaced({ 1: 'Un', 3: 'Trois', 7: 'Sept' }), {
      top: 1,
      bottom: 1,
      left: 0,
      right: 0,
    });
  });
});
