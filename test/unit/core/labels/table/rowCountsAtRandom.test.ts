import assert from 'node:assert/strict';
import { editableFields } from '../../../../../src/core/api/labelFields.ts';
import { hasForeignCell } from '../../../../../src/core/labels/table/foreignCells.ts';
import type { LabelTable } from '../../../../../src/core/labels/table/labelTable.ts';
import { columnOf } from '../../../../../src/core/labels/table/tableColumns.ts';
import { randomFrom } from '../../../../support/randomFrom.ts';
import { labelOf } from '../arbitraryLabels.ts';
import { tableOf } from './tables.ts';

const firstSeed = Number(process.env['MODEL_SEED'] ?? 1);
const sequences = Number(process.env['MODEL_SEQUENCES'] ?? 100);
const steps = 40;

/** Few enough that they repeat. */
const values = ['', '1', '2', '3', 'x'];
/** Pieces of text that break rows, join them and leave cells open. */
const pieces = ['"', '\n', ',', 'x', '', '"A","1","2","3"\n', '"Z","x","x","1"\n'];

/** Counts all rows of a table again. */
function recount(table: LabelTable): Readonly<Record<string, number>> {
  const rows = Array.from(table.model.rows());
  const repeated = (field: 'labelCode' | 'labelName'): number => {
    const cells = rows.map((row) => row.cells[columnOf(field)] ?? '');
    return cells.filter((cell) => cell !== '' && cells.filter((each) => each === cell).length > 1)
      .length;
  };
  return {
    changed: rows.filter((row) => table.findings(row).changed.length > 0).length,
    problem: rows.filter((row) => table.findings(row).problems.length > 0).length,
    foreign: rows.filter((row) => hasForeignCell(row, table.base)).length,
    repeatedCode: repeated('labelCode'),
    repeatedName: repeated('labelName'),
  };
}

/** Changes the text, the base, or what is known of the service. */
function change(table: LabelTable, random: () => number): void {
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)];
    assert.ok(item !== undefined);
    return item;
  };
  const id = pick(['A', 'B', 'C', 'D', 'E', 'F']);
  const kind = below(5);
  if (kind === 0) {
    const status = below(3);
    const [labelCode, labelName] = [pick(values), pick(values)];
    table.base.noteRead(labelOf({ id, labelCode, labelName, labelStatus: status }));
    table.recheck([id]);
  } else if (kind === 1) {
    const [shown, served] = [pick(values), pick(values)];
    table.base.set(id, pick(editableFields), { shown, served, sent: [pick(values)] });
    table.recheck([id]);
  } else {
    const { length } = table.model;
    const offset = below(length + 1);
    const span = kind === 2 ? below(Math.min(60, length + 1 - offset)) : 0;
    table.apply([{ offset, length: span, content: pick(kind === 2 ? [''] : pieces) }]);
  }
}

describe(`Counts of rows, over ${sequences} random sequences from seed ${firstSeed} on`, () => {
  it('are those of all rows after each change', async () => {
    for (let seed = firstSeed; seed < firstSeed + sequences; seed++) {
      const random = randomFrom(seed);
      const labels = Array.from('ABCDEF', (id, index) =>
        labelOf({ id, labelCode: values[index % 5], labelName: values[index % 3], labelStatus: 1 }),
      );
      const table = await tableOf(labels);
      for (let step = 0; step < steps; step++) {
        change(table, random);
        const counts = {
          changed: table.changedRows,
          problem: table.problemRows,
          foreign: table.foreignRows,
          repeatedCode: table.repeatedRows('labelCode'),
          repeatedName: table.repeatedRows('labelName'),
        };
        assert.deepEqual(counts, recount(table), `MODEL_SEED=${seed}, step ${step}`);
      }
    }
  });
});
