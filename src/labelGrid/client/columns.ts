import type { GridColumn } from '../protocol.ts';

const minimumWidth = 40;
const maximumWidth = 1200;
/** Fixed width of a column of checkboxes. */
const tickWidth = 34;
/** Largest part of the window that the column with the names of the rows takes, as it stays in view. */
const headerPercent = 50;

/** Options of the columns. */
interface ColumnsOptions {
  /** Element that the page's style reads the widths from, and that has room for the columns. */
  readonly root: HTMLElement;
  readonly columns: readonly GridColumn[];
  /** Widths by id, if the user has changed one. */
  readonly kept: Readonly<Record<string, number>>;
  /** Called with the widths of all columns, by id, when the user has changed one. */
  readonly resized: (widths: Record<string, number>) => void;
  /** Called when columns are shown in other widths. */
  readonly onDidChange: () => void;
}

/**
 * Columns and their widths. Until the user changes a width, columns of texts take the room that the others leave.
 * The page's style has the widths as a variable, so that no row needs to know.
 */
export class Columns {
  readonly all: readonly GridColumn[];
  readonly #options: ColumnsOptions;
  #widths: readonly number[];
  #isChosen: boolean;
  #shown: readonly number[] = [];

  constructor(options: ColumnsOptions) {
    const { columns, kept, root } = options;
    this.all = columns;
    this.#options = options;
    this.#isChosen = Object.keys(kept).length > 0;
    this.#widths = columns.map(({ id, kind, width }) =>
      kind === 'tick' ? tickWidth : limited(kept[id] ?? width),
    );
    this.#apply();
    new ResizeObserver(() => this.#change()).observe(root);
  }

  /** Number of columns. */
  get count(): number {
    return this.all.length;
  }

  /** Width of the columns that stay in view. */
  get frozenWidth(): number {
    return sum(this.#shown.filter((_, index) => this.isFrozen(index)));
  }

  /** Left edge and width of a column. */
  placeOf(index: number): { readonly left: number; readonly width: number } {
    return { left: sum(this.#shown.slice(0, index)), width: this.#shown[index] ?? 0 };
  }

  /** Returns whether a column stays in view when the others scroll. */
  isFrozen(index: number): boolean {
    const column = this.all[index];
    return column !== undefined && (column.isRowHeader || column.kind === 'tick');
  }

  /** Sets the width of a column, without telling anybody yet. */
  resize(index: number, width: number): void {
    if (this.all[index]?.kind !== 'tick') {
      // The others stay as they are shown.
      const widths = this.#isChosen ? this.#widths : this.#shown;
      this.#widths = widths.map((present, at) => (at === index ? limited(width) : present));
      this.#isChosen = true;
      this.#change();
    }
  }

  /** Changes the width of a column at once. */
  setWidth(index: number, width: number): void {
    this.resize(index, width);
    this.endResize();
  }

  /** Makes a column wider by `by` pixels. */
  widen(index: number, by: number): void {
    this.setWidth(index, this.placeOf(index).width + by);
  }

  /** Ends a change of a width. */
  endResize(): void {
    this.#options.resized(this.widths);
  }

  /** Widths by the columns' ids; empty if the user has changed none. */
  get widths(): Record<string, number> {
    return this.#isChosen
      ? Object.fromEntries(this.all.map(({ id }, index) => [id, this.#widths[index] ?? 0]))
      : {};
  }

  #change(): void {
    this.#apply();
    this.#options.onDidChange();
  }

  #apply(): void {
    const { root } = this.#options;
    this.#shown = this.#fitted();
    root.style.setProperty('--width', `${sum(this.#shown)}px`);
    // The last one takes the room that is left.
    const tracks = this.#shown.map((width) => `${width}px`);
    const last = tracks.pop() ?? '0px';
    root.style.setProperty('--columns', [...tracks, `minmax(${last}, 1fr)`].join(' '));
  }

  /** Returns the widths in which the columns are shown in the present window. */
  #fitted(): number[] {
    const limits = this.all.map(({ isRowHeader }) =>
      isRowHeader ? Math.floor((window.innerWidth * headerPercent) / 100) : maximumWidth,
    );
    const widths = this.#widths.map((width, index) => Math.min(width, limits[index] ?? width));
    const free = this.#options.root.clientWidth - sum(widths);
    if (this.#isChosen || free <= 0) {
      return widths;
    }
    const shares = widths.map((width, index) => (this.all[index]?.kind === 'text' ? width : 0));
    const growth = free / Math.max(sum(shares), 1);
    return widths.map((width, index) =>
      Math.min(width + Math.floor((shares[index] ?? 0) * growth), limits[index] ?? width),
    );
  }
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

function limited(width: number): number {
  return Math.round(Math.min(Math.max(width, minimumWidth), maximumWidth));
}
