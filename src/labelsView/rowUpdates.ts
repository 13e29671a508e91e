import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';

/** Pause between two renderings, in milliseconds: there may be thousands of rows. */
const pause = 500;

/** Dependencies of rendering changed rows. */
export interface RowUpdatesOptions<Row> {
  readonly clock: Clock;
  readonly selection: () => readonly Row[];
  /** Returns the parent of a row; undefined at the top level. */
  readonly parentOf: (row: Row) => Row | undefined;
  /** Renders rows and their descendants again; all if undefined. */
  readonly render: (rows: readonly Row[] | undefined) => void;
}

/**
 * Rows whose content has changed and must be rendered. If VS Code renders one of several selected rows again,
 * it deselects those after it; if it renders their parent, it keeps them all.
 */
export class RowUpdates<Row> implements Disposable {
  readonly #options: RowUpdatesOptions<Row>;
  /** Rows to render again with their descendants; undefined for the whole tree. */
  readonly #waiting = new Set<Row | undefined>();
  #timer: Disposable | undefined;

  constructor(options: RowUpdatesOptions<Row>) {
    this.#options = options;
  }

  /** Renders rows again, at once unless several are selected or others are pending. */
  add(rows: readonly Row[]): void {
    const { clock, parentOf, render, selection } = this.#options;
    // VS Code makes the selection anew each time that it is read.
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

  /** Renders the pending rows, even without a selection: there may be another one before VS Code has rendered. */
  #renderWaiting(): void {
    const rows = Array.from(this.#waiting);
    this.#waiting.clear();
    this.#timer = undefined;
    const present = rows.filter((row) => row !== undefined);
    this.#options.render(present.length < rows.length ? undefined : present);
  }
}
