import { throwIfAborted } from '../../async/abort.ts';
import { inSlices } from '../../async/slices.ts';
import type { TextReplacement } from '../document/labelDocumentEdit.ts';
import type { TextSpan } from '../document/labelText.ts';
import { repeatableFields, type RepeatableField } from '../list/labelCriteria.ts';
import { hasForeignCell } from './foreignCells.ts';
import { cellPlaces } from './recordScan.ts';
import {
  headerProblem,
  noFindings,
  rowFindings,
  type RowFindings,
  type RowProblem,
} from './rowFindings.ts';
import type { TableBase } from './tableBase.ts';
import { columnOf } from './tableColumns.ts';
import { type RowChange, TableModel } from './tableModel.ts';
import type { TableRow } from './tableRow.ts';

/** Problem of a table's text, which prevents saving. */
export interface TableProblem extends RowProblem {
  /** Index of the row; undefined for the header. */
  readonly row: number | undefined;
  readonly place: TextSpan;
  /** First and last line, from 0. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/**
 * Table of labels: its text, the base from which the text was made, and the comparison of both, which is kept
 * up to date when the text changes.
 */
export class LabelTable {
  readonly base: TableBase;
  readonly model: TableModel;
  readonly #findings = new Map<TableRow, RowFindings>();
  readonly #faulty = new Set<TableRow>();
  readonly #foreign = new Set<TableRow>();
  readonly #values: Readonly<Record<RepeatableField, ValueCounts>> = {
    labelCode: new ValueCounts(),
    labelName: new ValueCounts(),
  };
  #changedCells = 0;
  #changedRows = 0;

  private constructor(base: TableBase, model: TableModel) {
    this.base = base;
    this.model = model;
  }

  /** Reads `text`, yielding to other work between slices. Throws `CancelledError`. */
  static async of(base: TableBase, text: string, signal?: AbortSignal): Promise<LabelTable> {
    const model = await TableModel.of(text, signal);
    const table = new LabelTable(base, model);
    for await (const slice of inSlices(model.rows())) {
      throwIfAborted(signal);
      slice.forEach((row) => table.#find(row));
    }
    return table;
  }

  /** Number of rows with changed cells. */
  get changedRows(): number {
    return this.#changedRows;
  }

  /** Number of changed cells. */
  get changedCells(): number {
    return this.#changedCells;
  }

  /** Number of rows with problems. */
  get problemRows(): number {
    return this.#faulty.size;
  }

  /** Number of rows with cells that somebody else has changed, as far as is known. */
  get foreignRows(): number {
    return this.#foreign.size;
  }

  /** Number of rows that share their value of a field with another row. */
  repeatedRows(field: RepeatableField): number {
    return this.#values[field].repeated;
  }

  /** True if problems prevent saving. */
  get hasProblems(): boolean {
    return this.#faulty.size > 0 || headerProblem(this.model.header) !== undefined;
  }

  /** Findings about a row. */
  findings(row: TableRow): RowFindings {
    return this.#findings.get(row) ?? noFindings;
  }

  /** Returns whether somebody else has changed cells of a row. */
  isForeign(row: TableRow): boolean {
    return this.#foreign.has(row);
  }

  /** Returns whether another row has the same value of a field. */
  isRepeated(row: TableRow, field: RepeatableField): boolean {
    return this.#values[field].isRepeated(valueIn(row, field));
  }

  /** Returns the first problems, in the order of the text; at most `maximum`. */
  problems(maximum = Infinity): readonly TableProblem[] {
    const { header } = this.model;
    const problem = headerProblem(header);
    const ofHeader: TableProblem[] =
      problem === undefined
        ? []
        : [
            {
              ...problem,
              row: undefined,
              place: { offset: 0, length: header?.contentLength ?? 0 },
              firstLine: 0,
              lastLine: header?.innerLineBreaks ?? 0,
            },
          ];
    const rows = Array.from(this.#faulty).sort((one, other) => one.index - other.index);
    const ofRows = rows
      .slice(0, Math.min(maximum, rows.length))
      .flatMap((row) => this.findings(row).problems.map((each) => this.#placed(row, each)));
    return [...ofHeader, ...ofRows].slice(0, maximum);
  }

  /** Applies changes of the text, as `TableModel.apply` does, and compares the new rows. */
  apply(changes: readonly TextReplacement[]): RowChange {
    const change = this.model.apply(changes);
    const { added, removed } = change;
    removed.forEach((row) => this.#drop(row));
    added.forEach((row) => this.#find(row));
    // Other rows with these ids may now be repeated, or no longer.
    const known = [...removed, ...added].filter(({ id }) => this.base.has(id));
    this.recheck(new Set(known.map(({ id }) => id)));
    return change;
  }

  /** Compares the rows with `ids` again, as their base or their label in the service has changed. */
  recheck(ids: Iterable<string>): void {
    for (const id of ids) {
      for (const row of this.model.rowsOf(id)) {
        this.#drop(row);
        this.#find(row);
      }
    }
  }

  #find(row: TableRow): void {
    const findings = rowFindings(row, this.base, this.model.isRepeated(row.id));
    if (findings !== noFindings) {
      this.#findings.set(row, findings);
      this.#count(findings, 1);
      if (findings.problems.length > 0) {
        this.#faulty.add(row);
      }
    }
    if (hasForeignCell(row, this.base)) {
      this.#foreign.add(row);
    }
    this.#countValues(row, 1);
  }

  #drop(row: TableRow): void {
    this.#count(this.findings(row), -1);
    this.#findings.delete(row);
    this.#faulty.delete(row);
    this.#foreign.delete(row);
    this.#countValues(row, -1);
  }

  #count({ changed }: RowFindings, by: 1 | -1): void {
    this.#changedCells += by * changed.length;
    this.#changedRows += changed.length > 0 ? by : 0;
  }

  #countValues(row: TableRow, by: 1 | -1): void {
    for (const field of repeatableFields) {
      this.#values[field].change(valueIn(row, field), by);
    }
  }

  #placed(row: TableRow, problem: RowProblem): TableProblem {
    const { line, offset } = this.model.placeOf(row);
    const cell = problem.column === undefined ? undefined : cellPlaces(row.text)[problem.column];
    const place = cell ?? { offset: 0, length: row.contentLength };
    return {
      ...problem,
      row: row.index,
      place: { offset: offset + place.offset, length: place.length },
      firstLine: line,
      lastLine: line + row.innerLineBreaks,
    };
  }
}

function valueIn({ cells }: TableRow, field: RepeatableField): string {
  return cells[columnOf(field)] ?? '';
}

/** Number of rows for each value of a column, except the empty one. */
class ValueCounts {
  readonly #counts = new Map<string, number>();
  #repeated = 0;

  /** Number of rows that share their value with another row. */
  get repeated(): number {
    return this.#repeated;
  }

  /** Returns whether several rows have this value. */
  isRepeated(value: string): boolean {
    return (this.#counts.get(value) ?? 0) > 1;
  }

  /** Adds `by` to the number of rows with `value`. */
  change(value: string, by: 1 | -1): void {
    if (value === '') {
      return;
    }
    const before = this.#counts.get(value) ?? 0;
    const now = before + by;
    if (now === 0) {
      this.#counts.delete(value);
    } else {
      this.#counts.set(value, now);
    }
    this.#repeated += repeatedOf(now) - repeatedOf(before);
  }
}

/** Returns how many of `count` rows with one value count as repeated. */
function repeatedOf(count: number): number {
  return count > 1 ? count : 0;
}
