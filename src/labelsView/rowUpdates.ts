import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';

/** Pause between two renderings, in milliseconds: thousands of rows may change. */
const pause = 500;

/** Dependencies of rendering changed rows. */
export interface RowUpdatesOptions<Row> {
  readonly clock: Clock;
  readonly selection: () => readonly Row[];
  /** Returns the parent of a row; undefined at the top level. */
  readonly parentOf: (row: Row) => Row | undefined;
  /** Renders rows and their children again; all rows if undefined. */
  readonly render: (rows: readonly Row[] | undefined) => void;
}

/**
 * Rows whose content has changed and must be rendered. If VS Code renders one of several selected rows, it
 * deselects the rows after it; if it renders their parent, the selection stays.
 */
export class RowUpdates<Row> implements Disposable {
  readonly #options: RowUpdatesOptions<Row>;
  /** Rows to render again with their children; `undefined` means the whole tree. */
  readonly #waiting = new Set<Row | undefined>();
  #timer: Disposable | undefined;

  constructor(options: RowUpdatesOptions<Row>) {
    this.#options = options;
  }

  /**
   * Renders `rows`: immediately, or, if several rows are selected or a rendering is pending, later with their
   * parents.
   */
  add(rows: readonly Row[]): void {
    const { clock, parentOf, render, selection } = this.#options;
    // Check the timer first: VS Code creates the selection each time that it is read.
    if (this.#timer === undefined && selection().length < 2) {
      render(rows);
      return;
    }
    for (const row of rows) {
      this.#waiting.add(parentOf(row));
    }
    this.#timer ??= clock.schedule(pause, () => this.#renderWaiting());
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  /**
   * Renders the pending rows by their parents, even if no row is selected now: the user may select rows
   * before VS Code has rendered.
   */
  #renderWaiting(): void {
    const rows = Array.from(this.#waiting);
    this.#waiting.clear();
    this.#timer = undefined;
    const present = rows.filter((row) => row !== undefined);
    this.#options.render(present.length < rows.length ? undefined : present);
  }
}
