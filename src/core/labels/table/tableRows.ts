import { throwIfAborted } from '../../async/abort.ts';
import type { Disposable } from '../../async/disposable.ts';
import { Emitter } from '../../async/event.ts';
import { CancelledError } from '../../errors/cancelledError.ts';
import type { LabelTable } from './labelTable.ts';
import {
  givenOrder,
  rowOrder,
  type RowOrder,
  type RowOrderOptions,
  type TableView,
} from './rowOrder.ts';
import type { TableDocument } from './tableDocument.ts';
import type { RowChange, TableModel } from './tableModel.ts';
import type { TableRow } from './tableRow.ts';

/** Options for the rows of a grid. */
export interface TableRowsOptions {
  /** Returns the current values that a view depends on. */
  readonly orderOptions: () => Omit<RowOrderOptions, 'signal'>;
}

/** Number of recent orders whose row numbers are still accepted. */
const keptOrders = 8;

const noRows: RowOrder = { indexes: new Int32Array(), ids: [] };

/**
 * Rows of a table that a grid shows, numbered in the order of its view. Edits keep the order, so that no row
 * moves away while it is edited; added and removed rows make a new order, as do sorting and filtering.
 */
export class TableRows implements Disposable {
  readonly #document: TableDocument;
  readonly #options: TableRowsOptions;
  readonly #following: Disposable;
  readonly #onDidChange = new Emitter<RowChange | undefined>();
  /** Table of the current order; while a long change is being read, the previous table. */
  #table: LabelTable;
  #view: TableView = {};
  #shown = noRows;
  /** Rows of recent orders, by order number: an edit may be pending while rows are sorted. */
  readonly #orders = new Map<number, RowOrder>();
  #order = 0;
  /** Number of the first order whose indexes are still valid: rows have moved since earlier ones. */
  #firstInPlace = 1;
  #ordering = new AbortController();

  /** Fires after each change of the rows, with those that an edit has replaced, if known. */
  readonly onDidChange = this.#onDidChange.event;

  private constructor(document: TableDocument, table: LabelTable, options: TableRowsOptions) {
    this.#document = document;
    this.#options = options;
    this.#table = table;
    this.#take(allRows(table.model));
    this.#following = document.onDidChange((change) => this.#changed(change));
  }

  /** Creates the rows of a document once it has been read. Throws `CancelledError`. */
  static async of(
    document: TableDocument,
    options: TableRowsOptions,
    signal?: AbortSignal,
  ): Promise<TableRows> {
    return new TableRows(document, await document.ready(signal), options);
  }

  /** The table whose rows are shown. */
  get table(): LabelTable {
    return this.#table;
  }

  get view(): TableView {
    return this.#view;
  }

  /** Number of the current order. */
  get order(): number {
    return this.#order;
  }

  /** Number of rows that the view shows. */
  get shownCount(): number {
    return this.#shown.indexes.length;
  }

  /**
   * Current rows numbered from `from` up to but not including `to` in `order`; undefined for rows that are
   * gone, so that the others keep their places.
   */
  slice(from: number, to: number, order = this.#order): readonly (TableRow | undefined)[] {
    const count = this.#orders.get(order)?.indexes.length ?? 0;
    const first = Math.max(0, from);
    const length = Math.max(0, Math.min(to, count) - first);
    return Array.from({ length }, (_, at) => this.rowAt(first + at, order));
  }

  /** Current row with the number `number` in `order`; undefined if it is gone, or the order is too old. */
  rowAt(number: number, order = this.#order): TableRow | undefined {
    const { model } = this.#table;
    const shown = this.#orders.get(order);
    const [index, id] = [shown?.indexes[number], shown?.ids[number]];
    if (index === undefined || id === undefined) {
      return undefined;
    }
    if (order >= this.#firstInPlace) {
      return model.row(index);
    }
    const rows = model.rowsOf(id);
    return rows.length === 1 ? rows[0] : rows.find((row) => row.index === index);
  }

  /** Current indexes of the rows that `slice` returns; −1 for those that are gone. */
  indexesOf(from: number, to: number, order: number): Int32Array {
    return Int32Array.from(this.slice(from, to, order), (row) => row?.index ?? -1);
  }

  /** Number of a row in the current order; undefined if it is not shown. */
  numberOf(row: TableRow | undefined): number | undefined {
    if (row === undefined) {
      return undefined;
    }
    const { ids, indexes } = this.#shown;
    const isInPlace = this.#order >= this.#firstInPlace;
    const number = isInPlace ? indexes.indexOf(row.index) : ids.indexOf(row.id);
    return number < 0 ? undefined : number;
  }

  /** Applies a view to the current rows, unless a newer view arrives meanwhile. Works in slices. */
  async show(view: TableView): Promise<void> {
    this.#view = view;
    this.#ordering.abort();
    this.#ordering = new AbortController();
    try {
      this.#take(await this.#orderOf(view, this.#ordering.signal));
      this.#onDidChange.fire(undefined);
    } catch (error) {
      if (!(error instanceof CancelledError)) {
        throw error;
      }
    }
  }

  dispose(): void {
    this.#ordering.abort();
    this.#following.dispose();
    this.#onDidChange.dispose();
    this.#orders.clear();
  }

  async #orderOf(view: TableView, signal: AbortSignal): Promise<RowOrder> {
    for (;;) {
      const table = await this.#document.ready(signal);
      const order = await rowOrder(table, view, { ...this.#options.orderOptions(), signal });
      throwIfAborted(signal);
      if (order !== undefined && table === this.#document.table) {
        return order;
      }
    }
  }

  #take(shown: RowOrder): void {
    this.#shown = shown;
    this.#order++;
    this.#orders.set(this.#order, shown);
    this.#orders.delete(this.#order - keptOrders);
  }

  #changed(change: RowChange | undefined): void {
    const { table } = this.#document;
    if (table === undefined) {
      return;
    }
    const isReadAnew = table !== this.#table;
    const isMoved = isReadAnew
      ? !hasSameIds(table.model, this.#table.model)
      : change?.isStructural === true;
    this.#table = table;
    if (isMoved) {
      this.#firstInPlace = this.#order + 1;
      this.#orderAnew();
    }
    this.#onDidChange.fire(isReadAnew || isMoved ? undefined : change);
  }

  /** Makes a new order after rows have moved. Until it is ready, the current order refers to rows by their ids. */
  #orderAnew(): void {
    if (Object.keys(this.#view).length === 0) {
      this.#take(allRows(this.#table.model));
      return;
    }
    this.show(this.#view).catch((error: unknown) => {
      queueMicrotask(() => {
        throw error;
      });
    });
  }
}

function allRows(model: TableModel): RowOrder {
  return givenOrder(Array.from(model.rows()));
}

/** Returns whether two models have the same ids in the same order. */
function hasSameIds(one: TableModel, other: TableModel): boolean {
  for (const { id, index } of one.rows()) {
    if (other.row(index)?.id !== id) {
      return false;
    }
  }
  return one.rowCount === other.rowCount;
}
