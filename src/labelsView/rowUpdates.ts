import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';

/** How often what stands around rows is rendered again, in milliseconds: it may be thousands of rows. */
const pause = 500;

/** What changed rows are rendered with. */
export interface RowUpdatesOptions<Row> {
  readonly clock: Clock;
  readonly selection: () => readonly Row[];
  /** Returns the row that a row stands below; undefined if it stands at the top. */
  readonly parentOf: (row: Row) => Row | undefined;
  /** Renders rows and what stands below them again; all if there are none. */
  readonly render: (rows: readonly Row[] | undefined) => void;
}

/**
 * Rows whose content has changed, on their way to VS Code. Where one of several selected rows is rendered
 * again, VS Code drops those after it from the selection. It keeps all when their parent is rendered again.
 */
export class RowUpdates<Row> implements Disposable {
  readonly #options: RowUpdatesOptions<Row>;
  /** What is to be rendered again with all that stands below it; undefined stands for the whole tree. */
  readonly #waiting = new Set<Row | undefined>();
  #timer: Disposable | undefined;

  constructor(options: RowUpdatesOptions<Row>) {
    this.#options = options;
  }

  /** Has rows rendered again, at once unless several are selected. */
  add(rows: readonly Row[]): void {
    const { clock, parentOf, render, selection } = this.#options;
    if (selection().length < 2) {
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

  /** Also where the selection has gone: until VS Code has rendered them, there may be another one. */
  #renderWaiting(): void {
    const rows = Array.from(this.#waiting);
    this.#waiting.clear();
    this.#timer = undefined;
    const present = rows.filter((row) => row !== undefined);
    this.#options.render(present.length < rows.length ? undefined : present);
  }
}
