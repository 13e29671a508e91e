import * as l10n from '@vscode/l10n';
import { element } from '../../webview/client/element.ts';
import { isEditableCell } from '../model/editableCell.ts';
import { contains } from '../model/gridSelection.ts';
import type { GridRange, GridRow } from '../protocol.ts';
import { cellContent } from './cellContent.ts';
import type { Columns } from './columns.ts';
import type { TextRuler } from './textRuler.ts';

/** State of the grid that a row shows in addition to its own data. */
export interface RowContext {
  readonly range: GridRange | undefined;
  /** Returns text typed into a cell that the row does not contain yet. */
  readonly typed: (column: number) => string | undefined;
  readonly canTick: boolean;
  readonly ruler: TextRuler;
}

/** Data that a cell shows. */
interface ShownCell {
  readonly row: GridRow | undefined;
  readonly typed: string | undefined;
  /** Width of the cell, if its content depends on it. */
  readonly width: number | undefined;
  readonly data: string;
}

/** Row in the page. Its elements stay, whatever the row shows, so that they keep the focus and the caret. */
export class RowView {
  readonly root = element('div', { className: 'row' });
  readonly #columns: Columns;
  readonly #index: number;
  readonly #cells: readonly HTMLElement[];
  readonly #tick: HTMLInputElement | undefined;
  readonly #shown: ShownCell[] = [];

  constructor(columns: Columns, index: number, rowHeight: number) {
    this.#columns = columns;
    this.#index = index;
    this.root.role = 'row';
    // Row 1 is the header row.
    this.root.ariaRowIndex = String(index + 2);
    this.root.classList.toggle('odd', index % 2 === 1);
    this.root.style.transform = `translateY(${index * rowHeight}px)`;
    this.#tick = columns.all.some(({ kind }) => kind === 'tick')
      ? element('input', { type: 'checkbox', tabIndex: -1 })
      : undefined;
    this.#cells = columns.all.map((column, columnIndex) => {
      const cell = element('div', { className: `cell ${column.kind}` });
      cell.role = column.isRowHeader ? 'rowheader' : 'gridcell';
      cell.ariaColIndex = String(columnIndex + 1);
      cell.classList.toggle('frozen', columns.isFrozen(columnIndex));
      cell.dataset['column'] = String(columnIndex);
      if (column.kind === 'tick' && this.#tick !== undefined) {
        cell.append(this.#tick);
      } else {
        cell.append(element('div', { className: 'content' }));
      }
      return cell;
    });
    this.root.dataset['row'] = String(index);
    this.root.append(...this.#cells);
  }

  /** Element of a cell. */
  cell(column: number): HTMLElement | undefined {
    return this.#cells[column];
  }

  /** Focusable element of a cell, used unless the cell contains an input. */
  target(column: number): HTMLElement | undefined {
    return this.#columns.all[column]?.kind === 'tick' ? this.#tick : this.#cells[column];
  }

  /** Shows `row`; undefined while it is not loaded. */
  show(row: GridRow | undefined, context: RowContext): void {
    this.root.ariaBusy = row === undefined ? 'true' : null;
    this.root.classList.toggle('unticked', row?.isTicked === false);
    this.root.classList.toggle('noted', row?.note !== undefined);
    for (const [index, cell] of this.#cells.entries()) {
      cell.ariaSelected = String(contains(context.range, { row: this.#index, column: index }));
      this.#showCell(index, cell, row, context);
    }
  }

  #showCell(index: number, root: HTMLElement, row: GridRow | undefined, context: RowContext): void {
    const column = this.#columns.all[index];
    const cell = row?.cells[index];
    if (column?.kind === 'tick') {
      this.#showTick(row, context.canTick);
      return;
    }
    const typed = context.typed(index);
    const last = this.#shown[index];
    const { width } = this.#columns.placeOf(index);
    const usedWidth = cell?.before === undefined ? undefined : width;
    const isSame = last?.row === row && last?.typed === typed && last?.width === usedWidth;
    if (column === undefined || (last !== undefined && isSame)) {
      return;
    }
    // All rows are sent again when any row changes, so their data is compared.
    const data = JSON.stringify([cell, typed, usedWidth, row?.note]);
    this.#shown[index] = { row, typed, width: usedWidth, data };
    if (last?.data === data) {
      return;
    }
    const content = root.firstElementChild;
    if (row === undefined || cell === undefined) {
      root.classList.remove(...markClasses);
      content?.replaceChildren();
      return;
    }
    const { description, marks, nodes, title } = cellContent(cell, {
      column,
      row,
      typed,
      width,
      ruler: context.ruler,
    });
    for (const mark of markClasses) {
      root.classList.toggle(mark, marks.includes(mark));
    }
    content?.replaceChildren(...nodes);
    root.ariaReadOnly = String(!column.isEditable || !isEditableCell(cell));
    setOrRemove(root, 'aria-description', description);
    root.ariaInvalid = cell.problem === undefined ? null : 'true';
    root.title = description === '' ? title : `${title}\n${description}`;
  }

  #showTick(row: GridRow | undefined, canTick: boolean): void {
    const tick = this.#tick;
    if (tick === undefined) {
      return;
    }
    tick.checked = row?.isTicked === true;
    tick.hidden = row === undefined || row.isTicked === undefined;
    tick.disabled = !canTick;
    const header = this.#columns.all.findIndex(({ isRowHeader }) => isRowHeader);
    tick.ariaLabel = l10n.t({
      message: 'Include {0}',
      args: [row?.cells[header]?.text ?? ''],
      comment: ['Check box; {0} is the name of a label whose change is to be applied'],
    });
  }
}

const markClasses = ['changed', 'problem', 'warning', 'conflict', 'theirs', 'change'] as const;

function setOrRemove(where: HTMLElement, name: string, value: string): void {
  if (value === '') {
    where.removeAttribute(name);
  } else {
    where.setAttribute(name, value);
  }
}
