import { whenFocused } from '../../webview/client/whenFocused.ts';
import { CellEditing } from '../model/cellEditing.ts';
import { isEditableCell } from '../model/editableCell.ts';
import type { KeyMode } from '../model/gridKeys.ts';
import { headerRow, type CellPlace } from '../model/gridSelection.ts';
import type { GridRange } from '../protocol.ts';
import { CellInput } from './cellInput.ts';
import type { Changes } from './changes.ts';
import type { Columns } from './columns.ts';
import type { GridRows } from './gridRows.ts';
import type { HeaderRow } from './headerRow.ts';

/** Options of the active cell. */
interface ActiveCellOptions {
  readonly scroller: HTMLElement;
  readonly columns: Columns;
  readonly header: HeaderRow;
  readonly rows: GridRows;
  readonly changes: Changes;
}

/**
 * The active cell, which has the focus while the grid has it, and the typing in it. It is the only tab stop
 * of the grid.
 */
export class ActiveCell {
  readonly #options: ActiveCellOptions;
  readonly #editing = new CellEditing();
  #place: CellPlace = { row: 0, column: 0 };
  #cell: HTMLElement | undefined;
  #target: HTMLElement | undefined;
  #input: CellInput | undefined;
  #shown: string | undefined;
  #isReadOnly = false;
  #hasDraft = false;

  constructor(options: ActiveCellOptions) {
    this.#options = options;
  }

  /** State that decides what keys do. */
  get keyMode(): KeyMode {
    const { kind } = this.#editing;
    return kind !== 'closed' ? kind : this.#place.row === headerRow ? 'header' : 'cell';
  }

  /** True while an input method composes; the grid then ignores keys. */
  get isComposing(): boolean {
    return this.#input?.isComposing === true;
  }

  /** True while the user types in the cell. */
  get isTyping(): boolean {
    return this.#editing.kind !== 'closed' || this.isComposing;
  }

  /** True if the cell accepts text. */
  get isEditable(): boolean {
    return this.#input !== undefined;
  }

  /** Makes a cell active, as soon as it is in the page. */
  set place(place: CellPlace) {
    this.#place = place;
  }

  /** While true, no cell accepts text. */
  set isReadOnly(isReadOnly: boolean) {
    this.#isReadOnly = isReadOnly;
  }

  /** Takes the focus once the page has it, unless something else in the page has it then. */
  takeFocus(): void {
    whenFocused(() => {
      if (document.activeElement === document.body) {
        this.focus();
      }
    });
  }

  /** Focuses the cell. */
  focus(): void {
    if (this.#input === undefined) {
      this.#target?.focus({ preventScroll: true });
    } else {
      this.#input.focus();
      if (this.isTyping) {
        this.#input.placeCaret();
      }
    }
  }

  /** Updates the page to the active cell and its content. */
  update(): void {
    const { scroller } = this.#options;
    const hasFocus = scroller.contains(document.activeElement);
    const isMoved = this.#findCell();
    const hasInput = this.#input !== undefined;
    this.#updateInput();
    if (hasFocus && (isMoved || hasInput !== (this.#input !== undefined))) {
      this.focus();
    }
  }

  /** Opens the cell, with the caret at the end of its text. */
  open(): void {
    if (this.#input !== undefined) {
      this.#editing.open(this.#place, this.#value);
      this.#cell?.classList.add('typing');
      this.#input.placeCaret();
    }
  }

  /** Opens the cell with `value`, which was typed into it before. Returns false if it accepts no text. */
  resume(value: string): boolean {
    this.open();
    this.#input?.show(value);
    this.#input?.placeCaret();
    if (this.#input !== undefined) {
      this.#typed(value);
    }
    return this.isEditable;
  }

  insertLineBreak(): void {
    this.#input?.insertLineBreak();
  }

  /** Ends typing, and sends the typed text. */
  commit(): void {
    if (this.#input?.isComposing === true) {
      // The browser ends the composition, and the input reports the composed text.
      this.#input.root.blur();
    }
    if (this.#editing.kind === 'closed') {
      return;
    }
    const typed = this.#editing.commit();
    if (typed !== undefined) {
      this.#options.changes.edit(typed.place, typed.value);
    }
    this.#close();
    this.#options.rows.render();
  }

  /** Ends typing, and sends the text for all cells of a range. */
  fill(range: GridRange): void {
    const { draft } = this.#editing;
    this.#editing.discard();
    if (draft !== undefined) {
      this.#options.changes.fill(range, draft);
    }
    this.#close();
    this.#options.rows.render();
  }

  /** Ends typing, and restores the value. */
  discard(): void {
    this.#editing.discard();
    this.#close();
    this.update();
    this.#input?.focus();
  }

  get #value(): string | undefined {
    const { changes, rows } = this.#options;
    return changes.typedInto(this.#place) ?? rows.data(this.#place)?.value;
  }

  #findCell(): boolean {
    const { header, rows } = this.#options;
    const { column, row } = this.#place;
    const isHeader = row === headerRow;
    const cell = isHeader ? header.cell(column) : rows.cell(this.#place);
    const target = isHeader ? header.target(column) : rows.target(this.#place);
    if (cell === this.#cell) {
      return false;
    }
    this.#cell?.classList.remove('active', 'typing');
    this.#removeInput();
    this.#target?.setAttribute('tabindex', '-1');
    this.#cell = cell;
    this.#target = target;
    cell?.classList.add('active');
    if (target !== undefined) {
      target.tabIndex = 0;
    }
    return true;
  }

  #updateInput(): void {
    const { columns, rows } = this.#options;
    const column = columns.all[this.#place.column];
    const cell = rows.data(this.#place);
    const isEditable =
      this.#place.row !== headerRow &&
      column !== undefined &&
      column.isEditable &&
      !this.#isReadOnly &&
      // A keystroke may come before the row is loaded.
      (cell === undefined || isEditableCell(cell));
    if (!isEditable) {
      this.#removeInput();
      return;
    }
    if (this.#input === undefined && this.#cell !== undefined) {
      this.#input = new CellInput(column, {
        began: () => this.#cell?.classList.add('typing'),
        typed: (value) => this.#typed(value),
        left: () => this.commit(),
      });
      this.#shown = undefined;
      this.#cell.append(this.#input.root);
      this.#target?.removeAttribute('tabindex');
    }
    const value = this.#value ?? '';
    if (this.#editing.kind === 'closed' && value !== this.#shown) {
      this.#shown = value;
      this.#input?.show(value);
    }
  }

  #removeInput(): void {
    const input = this.#input;
    if (input === undefined) {
      return;
    }
    this.commit();
    this.#input = undefined;
    input.root.remove();
    if (this.#target !== undefined) {
      this.#target.tabIndex = 0;
    }
  }

  #typed(value: string): void {
    this.#editing.type(this.#place, this.#value, value);
    this.#cell?.classList.add('typing');
    this.#hasDraft = true;
    this.#options.changes.setDraft({ place: this.#place, value });
  }

  #close(): void {
    this.#cell?.classList.remove('typing');
    this.#shown = undefined;
    if (this.#hasDraft) {
      this.#hasDraft = false;
      this.#options.changes.setDraft(undefined);
    }
  }
}
