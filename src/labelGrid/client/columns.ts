import type { GridColumn } from '../protocol.ts';

const minimumWidth = 40;
const maximumWidth = 1200;
/** Fixed width of a column of checkboxes. */
const tickWidth = 34;
/** Maximum width, in percent of the window, of the column that names the rows: it stays in view. */
const headerPercent = 50;

/** Options of the columns. */
interface ColumnsOptions {
  /** Element whose style variables hold the widths, and whose width the columns share. */
  readonly root: HTMLElement;
  readonly columns: readonly GridColumn[];
  /** Widths by id; empty if the user has changed none. */
  readonly kept: Readonly<Record<string, number>>;
  /** Called with the widths of all columns, by id, when the user has changed one. */
  readonly resized: (widths: Record<string, number>) => void;
  /** Called when the displayed widths have changed. */
  readonly onDidChange: () => void;
}

/**
 * Columns and their widths. Until the user changes a width, text columns share the free room. The widths are
 * style variables, so that no row needs to know them.
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

  /** Sets the width of a column; `endResize` reports it. */
  resize(index: number, width: number): void {
    if (this.all[index]?.kind !== 'tick') {
      // The other columns keep their displayed widths.
      const widths = this.#isChosen ? this.#widths : this.#shown;
      this.#widths = widths.map((present, at) => (at === index ? limited(width) : present));
      this.#isChosen = true;
      this.#change();
    }
  }

  /** Sets the width of a column, and reports it. */
  setWidth(index: number, width: number): void {
    this.resize(index, width);
    this.endResize();
  }

  /** Makes a column wider by `by` pixels, or narrower if negative. */
  widen(index: number, by: number): void {
    this.setWidth(index, this.placeOf(index).width + by);
  }

  /** Ends a resize, and reports the widths. */
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
    // The last column takes the remaining room.
    const tracks = this.#shown.map((width) => `${width}px`);
    const last = tracks.pop() ?? '0px';
    root.style.setProperty('--columns', [...tracks, `minmax(${last}, 1fr)`].join(' '));
  }

  /** Returns the displayed widths of the columns in the current window. */
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
