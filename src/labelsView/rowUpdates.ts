import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';
import type { LabelsViewRow } from './rows/labelsViewRow.ts';

/** How often what stands around rows is rendered again, in milliseconds: it may be thousands of rows. */
const pause = 500;

/** What changed rows are rendered with. */
export interface RowUpdatesOptions {
  readonly clock: Clock;
  readonly selection: () => readonly LabelsViewRow[];
  /** Returns the row that a row stands below; undefined if it stands at the top. */
  readonly parentOf: (row: LabelsViewRow) => LabelsViewRow | undefined;
  /** Renders rows and what stands below them again; all if there are none. */
  readonly render: (rows: readonly LabelsViewRow[] | undefined) => void;
}

/**
 * Rows whose content has changed, on their way to VS Code. Where one of several selected rows is rendered
 * again, VS Code drops those after it from the selection. It keeps all when their parent is rendered again.
 */
export class RowUpdates implements Disposable {
  readonly #options: RowUpdatesOptions;
  readonly #waiting = new Set<LabelsViewRow>();
  #timer: Disposable | undefined;

  constructor(options: RowUpdatesOptions) {
    this.#options = options;
  }

  /** Has rows rendered again, at once unless several are selected. */
  add(rows: readonly LabelsViewRow[]): void {
    const { clock, render, selection } = this.#options;
    if (selection().length < 2) {
      render(rows);
      return;
    }
    for (const row of rows) {
      this.#waiting.add(row);
    }
    this.#timer ??= clock.schedule(pause, () => this.#renderWaiting());
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  #renderWaiting(): void {
    const { parentOf, render, selection } = this.#options;
    const selected = selection();
    const kept = new Set(selected.length < 2 ? [] : selected.map(({ id }) => id));
    const rows = new Set(
      Array.from(this.#waiting, (row) => (kept.has(row.id) ? parentOf(row) : row)),
    );
    this.#waiting.clear();
    this.#timer = undefined;
    const each = Array.from(rows).filter((row) => row !== undefined);
    render(each.length < rows.size ? undefined : each);
  }
}
