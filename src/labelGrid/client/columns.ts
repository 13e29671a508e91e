import type { GridColumn } from '../protocol.ts';

const minimumWidth = 40;
const maximumWidth = 1200;
/** Fixed width of a column of checkboxes. */
const tickWidth = 34;
/** Largest part of the window that the column with the names of the rows takes, as it stays in view. */
const headerPercent = 50;

/** Columns and their widths. The page's style has them as a variable, so that no row needs to know. */
export class Columns {
  readonly all: readonly GridColumn[];
  readonly #root: HTMLElement;
  readonly #widths: number[];
  readonly #resized: (widths: Record<string, number>) => void;

  /** `resized` is called with all widths, by id, when the user has changed one. */
  constructor(
    root: HTMLElement,
    columns: readonly GridColumn[],
    kept: Readonly<Record<string, number>>,
    resized: (widths: Record<string, number>) => void,
  ) {
    this.all = columns;
    this.#root = root;
    this.#resized = resized;
    this.#widths = columns.map(({ id, kind, width }) =>
      kind === 'tick' ? tickWidth : limited(kept[id] ?? width),
    );
    this.#apply();
  }

  /** Number of columns. */
  get count(): number {
    return this.all.length;
  }

  /** Width of the columns that stay in view. */
  get frozenWidth(): number {
    return this.#shownWidths
      .filter((_, index) => this.isFrozen(index))
      .reduce((sum, width) => sum + width, 0);
  }

  /** Left edge and width of a column. */
  placeOf(index: number): { readonly left: number; readonly width: number } {
    const widths = this.#shownWidths;
    const left = widths.slice(0, index).reduce((sum, width) => sum + width, 0);
    return { left, width: widths[index] ?? 0 };
  }

  /** Returns whether a column stays in view when the others scroll. */
  isFrozen(index: number): boolean {
    const column = this.all[index];
    return column !== undefined && (column.isRowHeader || column.kind === 'tick');
  }

  /** Sets the width of a column, without telling anybody yet. */
  resize(index: number, width: number): void {
    if (this.all[index]?.kind !== 'tick') {
      this.#widths[index] = limited(width);
      this.#apply();
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
    this.#resized(this.widths);
  }

  /** Widths by the columns' ids. */
  get widths(): Record<string, number> {
    return Object.fromEntries(this.all.map(({ id }, index) => [id, this.#widths[index] ?? 0]));
  }

  get #shownWidths(): number[] {
    const limit = (window.innerWidth * headerPercent) / 100;
    return this.all.map(({ isRowHeader }, index) => {
      const width = this.#widths[index] ?? 0;
      return isRowHeader ? Math.min(width, limit) : width;
    });
  }

  #apply(): void {
    const tracks = this.all.map(({ isRowHeader }, index) => {
      const width = `${this.#widths[index] ?? 0}px`;
      return isRowHeader ? `min(${width}, ${headerPercent}vw)` : width;
    });
    this.#root.style.setProperty('--width', `calc(${tracks.join(' + ')})`);
    // The last one takes the room that is left.
    const last = tracks.pop() ?? '0px';
    this.#root.style.setProperty('--columns', [...tracks, `minmax(${last}, 1fr)`].join(' '));
  }
}

function limited(width: number): number {
  return Math.round(Math.min(Math.max(width, minimumWidth), maximumWidth));
}
