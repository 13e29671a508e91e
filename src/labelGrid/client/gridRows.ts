import type { AnswerWatch } from '../../webview/client/answerWatch.ts';
import { element } from '../../webview/client/element.ts';
import type { PlacedText } from '../model/cellEditing.ts';
import type { CellPlace } from '../model/gridSelection.ts';
import { RowCache } from '../model/rowCache.ts';
import type {
  GridCell,
  GridRange,
  GridRow,
  GridState,
  MessageToGrid,
  KeptText,
} from '../protocol.ts';
import type { Columns } from './columns.ts';
import type { GridHost } from './gridHost.ts';
import { RowView } from './rowView.ts';
import { RowWindow } from './rowWindow.ts';
import { TextRuler } from './textRuler.ts';

/** Number of rows requested beyond those in the page, on each side. */
const ahead = 60;

/** Options of the rows. */
interface GridRowsOptions {
  readonly host: GridHost;
  readonly answers: AnswerWatch;
  readonly columns: Columns;
  readonly scroller: HTMLElement;
  readonly rowHeight: number;
  readonly headerHeight: number;
  /** Returns text typed into a cell that the rows do not contain yet. */
  readonly typedInto: (place: CellPlace) => string | undefined;
  /** Called after the rows have been rendered; `areInSight`: the page is large enough to show some. */
  readonly onDidRender: (areInSight: boolean) => void;
}

/** Rows of the grid. Only the visible rows and a few around them are in the page. */
export class GridRows {
  readonly root = element('div', { className: 'body' });
  readonly cache = new RowCache();
  readonly #options: GridRowsOptions;
  readonly #ruler = new TextRuler();
  readonly #window: RowWindow;
  readonly #views = new Map<number, RowView>();
  #rowCount = 0;
  #range: GridRange | undefined;
  #activeRow = 0;
  #canTick = false;

  constructor(options: GridRowsOptions) {
    this.#options = options;
    this.root.role = 'rowgroup';
    this.#window = new RowWindow({ ...options, onDidChange: () => this.render() });
  }

  /** Number of rows that Page Up and Page Down move by. */
  get page(): number {
    return this.#window.page;
  }

  /** Shows a new state of the rows. */
  show({ order, readOnly, rowCount, slice, version }: GridState): void {
    this.cache.setVersion(version, order);
    if (slice !== undefined) {
      this.cache.add(slice, version, order);
    }
    this.#rowCount = rowCount;
    this.#canTick = readOnly === undefined;
    this.#window.update(rowCount, this.#activeRow);
    this.root.style.height = `${this.#window.height}px`;
  }

  /** Adds requested rows. */
  add({ order, slice, version }: Extract<MessageToGrid, { type: 'rows' }>): void {
    this.#options.answers.came('rows');
    this.cache.add(slice, version, order);
    this.render();
  }

  /** Selects cells; the row of the active cell stays in the page. */
  select(range: GridRange | undefined, activeRow: number): void {
    this.#range = range;
    this.#activeRow = activeRow;
  }

  /** Returns typed text with the ids of its row and column; undefined until the row is loaded. */
  keptText({ place, value }: PlacedText): KeptText | undefined {
    const row = this.row(place.row)?.id;
    const column = this.#options.columns.all[place.column]?.id;
    return row === undefined || column === undefined ? undefined : { row, column, value };
  }

  /** Scrolls as little as needed to show a cell. */
  reveal({ column, row }: CellPlace): void {
    const { columns, scroller } = this.#options;
    if (row >= 0) {
      this.#window.reveal(row);
    }
    if (columns.isFrozen(column)) {
      return;
    }
    const { left, width } = columns.placeOf(column);
    const frozen = columns.frozenWidth;
    if (left < scroller.scrollLeft + frozen) {
      scroller.scrollLeft = left - frozen;
    } else if (left + width > scroller.scrollLeft + scroller.clientWidth) {
      scroller.scrollLeft = Math.min(left + width - scroller.clientWidth, left - frozen);
    }
  }

  /** Returns the element of a cell; undefined if its row is not in the page. */
  cell({ column, row }: CellPlace): HTMLElement | undefined {
    return this.#views.get(row)?.cell(column);
  }

  /** Returns the focusable element of a cell, used unless the cell contains an input. */
  target({ column, row }: CellPlace): HTMLElement | undefined {
    return this.#views.get(row)?.target(column);
  }

  /** Returns the row with a number; undefined if it is not loaded. */
  row(row: number): GridRow | undefined {
    return this.cache.at(row);
  }

  /** Returns the data of a cell; undefined if its row is not loaded. */
  data({ column, row }: CellPlace): GridCell | undefined {
    return this.cache.at(row)?.cells[column];
  }

  /** Renders the visible rows, and requests those that are missing or outdated. */
  render(): void {
    this.#window.update(this.#rowCount, this.#activeRow);
    const rows = this.#window.rows;
    let previous: HTMLElement | undefined;
    for (const index of rows) {
      const view = this.#views.get(index) ?? this.#insert(index, previous);
      previous = view.root;
      view.show(this.cache.at(index), {
        range: this.#range,
        typed: (column) => this.#options.typedInto({ row: index, column }),
        canTick: this.#canTick,
        ruler: this.#ruler,
      });
    }
    this.#options.onDidRender(this.#window.isInSight);
    // Removed only now: the focus has moved away from rows that leave the page.
    const shown = new Set(rows);
    for (const [index, view] of this.#views) {
      if (!shown.has(index)) {
        view.root.remove();
        this.#views.delete(index);
      }
    }
    this.#ask();
  }

  /** Inserts a row into the page in the order of the rows, which screen readers follow. */
  #insert(index: number, previous: HTMLElement | undefined): RowView {
    const { columns, rowHeight } = this.#options;
    const made = new RowView(columns, index, rowHeight);
    this.#views.set(index, made);
    if (previous === undefined) {
      this.root.prepend(made.root);
    } else {
      previous.after(made.root);
    }
    return made;
  }

  #ask(): void {
    if (this.#options.answers.isAwaited('rows')) {
      return;
    }
    const { from, to } = this.#window.span;
    const shown = this.cache.missing({ from, to });
    if (shown === undefined) {
      return;
    }
    this.#options.answers.expect('rows');
    this.#options.host.send({
      type: 'rows',
      from: Math.max(Math.min(shown.from, from) - ahead, 0),
      to: Math.min(to + ahead, this.#rowCount),
    });
    this.cache.prune({ from, to });
  }
}
