import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { EditableField } from '../../../src/core/api/labelFields.ts';
import { cellPlaces } from '../../../src/core/labels/table/recordScan.ts';
import type { TableView } from '../../../src/core/labels/table/rowOrder.ts';
import { columnOf } from '../../../src/core/labels/table/tableColumns.ts';
import type { TableRow } from '../../../src/core/labels/table/tableRow.ts';
import { PendingCellAction, type CellAction } from '../../../src/labelTable/requestedEdits.ts';
import { randomFrom } from '../../support/randomFrom.ts';
import { labelOf } from '../core/labels/arbitraryLabels.ts';
import { SimulatedTable } from './simulatedTable.ts';

const sequences = Number(process.env['MODEL_SEQUENCES'] ?? 100);
const firstSeed = Number(process.env['MODEL_SEED'] ?? 1);
const stepsOfSequence = 40;
const labelCount = 30;

/** Columns of the grid. */
const fields: readonly EditableField[] = ['labelName', 'labelCode'];

const views: readonly TableView[] = [
  {},
  { sort: { column: 'labelName', isDescending: false } },
  { sort: { column: 'labelCode', isDescending: true } },
  { words: '1' },
  { isChangedHere: true },
];

/** Content of a cell; several if it is not known which. */
type Expected = ReadonlySet<string>;

/**
 * A user of a grid, and somebody in the text beside it, both at random. It holds what the text must be in the end:
 * whatever the grid was told is in the cells of the labels that its user saw, and in no others.
 */
class RandomUse {
  readonly #random: () => number;
  readonly #table: SimulatedTable;
  readonly #expected = new Map<string, Expected>();
  readonly #changes: Promise<unknown>[] = [];
  /** Cells that are being filled from a label, with their content before. */
  readonly #filling: { readonly from: string; readonly key: string; readonly before: Expected }[] =
    [];
  #sequence = 0;

  constructor(seed: number, table: SimulatedTable) {
    this.#random = randomFrom(seed);
    this.#table = table;
    this.#table.document.latency = () => this.#below(4);
    for (const row of table.rows.table.model.rows()) {
      for (const field of fields) {
        this.#expected.set(`${row.id} ${field}`, new Set([row.cells[columnOf(field)] ?? '']));
      }
    }
  }

  async run(): Promise<void> {
    for (let step = 0; step < stepsOfSequence; step++) {
      const kind = this.#below(10);
      if (kind < 6) {
        this.#act();
      } else if (kind < 7) {
        this.#changes.push(this.#table.rows.show(views[this.#below(views.length)] ?? {}));
      } else if (kind < 9) {
        this.#typeInText();
      } else {
        this.#deleteRow();
      }
      if (step % 3 === 2) {
        // As often as a user pauses.
        await Promise.all(this.#changes);
        this.#filling.length = 0;
      }
      for (let turns = this.#below(3); turns > 0; turns--) {
        await setImmediate();
      }
    }
    await Promise.all(this.#changes);
  }

  /** Compares the text with what it must be. */
  check(): void {
    for (const row of this.#table.rows.table.model.rows()) {
      for (const field of fields) {
        const cell = row.cells[columnOf(field)] ?? '';
        const expected = this.#expected.get(`${row.id} ${field}`);
        assert.ok(
          expected?.has(cell),
          `${row.id} ${field}: ${cell}, not ${Array.from(expected ?? []).join(' or ')}`,
        );
      }
    }
  }

  #act(): void {
    const { edits, rows } = this.#table;
    const order = Math.max(1, rows.order - this.#below(3));
    const shown = rows.shownCount;
    const top = this.#below(Math.max(1, shown));
    const bottom = Math.min(top + this.#below(4), Math.max(0, shown - 1));
    const left = this.#below(fields.length);
    const range = { top, bottom, left, right: left };
    const change = { sequence: ++this.#sequence, order };
    const value = `typed ${this.#sequence}`;
    const actions: readonly CellAction[] = [
      { type: 'edit', ...change, row: top, column: left, value, isTyped: true },
      { type: 'clear', ...change, range },
      { type: 'fillDown', ...change, range },
      { type: 'paste', ...change, range, content: `${value} a\n${value} b\n`, isTyped: true },
    ];
    const action = actions[this.#below(actions.length)];
    assert.ok(action !== undefined);
    this.#expect(action);
    const request = new PendingCellAction(action, fields);
    this.#changes.push(edits.apply(async () => (await request.editsIn(rows)).edits));
  }

  /** Notes what an action must do to the labels that its user sees. */
  #expect(action: CellAction): void {
    const { rows } = this.#table;
    const seen = (from: number, to: number): readonly (string | undefined)[] =>
      Array.from({ length: to - from }, (_, index) => rows.rowAt(from + index, action.order)?.id);
    if (action.type === 'edit') {
      this.#set(seen(action.row, action.row + 1), action.column, () => [action.value]);
      return;
    }
    const { bottom, left, top } = action.range;
    const selected = seen(top, bottom + 1);
    if (action.type === 'clear') {
      this.#set(selected, left, () => ['']);
    } else if (action.type === 'fillDown') {
      const first = this.#expected.get(`${selected[0]} ${fields[left]}`) ?? new Set();
      const isGone = selected[0] === undefined;
      const from = selected[0] ?? '';
      for (const id of selected) {
        const key = `${id} ${fields[left]}`;
        this.#filling.push({ from, key, before: this.#expected.get(key) ?? new Set() });
      }
      this.#set(selected, left, (_, before) => [...first, ...(isGone ? before : [])]);
    } else {
      const values = String(action.content).trimEnd().split('\n');
      const isMultiple = selected.length % values.length === 0;
      const filled = isMultiple ? selected : seen(top, top + values.length);
      this.#set(filled, left, (index) => [values[index % values.length] ?? '']);
    }
  }

  #set(
    ids: readonly (string | undefined)[],
    column: number,
    valuesOf: (index: number, before: Expected) => readonly string[],
  ): void {
    const isUnsure = ids.some((id) => id === undefined);
    for (const [index, id] of ids.entries()) {
      const key = `${id} ${fields[column]}`;
      const before = this.#expected.get(key);
      if (id !== undefined && before !== undefined) {
        const values = valuesOf(index, before);
        this.#expected.set(key, new Set([...values, ...(isUnsure ? before : [])]));
      }
    }
  }

  /** Sets a status in the text, which the grid does not edit here. */
  #typeInText(): void {
    this.#inText((row) => {
      const place = cellPlaces(row.text)[columnOf('labelStatus')];
      return place && { ...place, content: `"${this.#below(100)}"` };
    });
  }

  #deleteRow(): void {
    this.#inText(({ id, text: { length } }) => {
      // Nothing is filled from a row that is gone.
      for (const { before, from, key } of this.#filling) {
        if (from === id) {
          this.#expected.set(key, new Set([...(this.#expected.get(key) ?? []), ...before]));
        }
      }
      return { offset: 0, length, content: '' };
    });
  }

  #inText(
    changeOf: (
      row: TableRow,
    ) => { readonly offset: number; readonly length: number; readonly content: string } | undefined,
  ): void {
    const { model } = this.#table.rows.table;
    const row = model.row(this.#below(Math.max(1, model.rowCount)));
    const change = row && model.rowCount > labelCount / 2 ? changeOf(row) : undefined;
    if (row !== undefined && change !== undefined) {
      const offset = model.placeOf(row).offset + change.offset;
      this.#table.document.change([{ ...change, offset }]);
    }
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

describe('The grid of a table under random use', () => {
  for (let seed = firstSeed; seed < firstSeed + sequences; seed += 25) {
    it(`changes the cells that its user saw, all of them, and no others (MODEL_SEED=${seed})`, async () => {
      for (let each = seed; each < Math.min(seed + 25, firstSeed + sequences); each++) {
        const labels = Array.from({ length: labelCount }, (_, id) =>
          labelOf({ id: `L${id}`, labelCode: `c${id}`, labelName: `Name ${id}`, labelStatus: 1 }),
        );
        const table = await SimulatedTable.of(labels);
        const use = new RandomUse(each, table);
        await use.run();
        try {
          use.check();
        } catch (error) {
          throw new Error(`MODEL_SEED=${each}`, { cause: error });
        }
      }
    });
  }
});
