import * as l10n from '@vscode/l10n';
import { element } from '../../webview/client/element.ts';
import type { GridState } from '../protocol.ts';
import type { Columns } from './columns.ts';

/** Actions on column headers. */
interface HeaderActions {
  sort(column: number): void;
  openFilter(column: number): void;
  tickAll(isTicked: boolean): void;
  /** Makes a column as wide as its visible content. */
  fit(column: number): void;
}

/** Row of the column headers. */
export class HeaderRow {
  readonly root = element('div', { className: 'row header' });
  readonly #columns: Columns;
  readonly #cells: readonly HTMLElement[];
  readonly #tick = element('input', { type: 'checkbox', tabIndex: -1 });

  constructor(columns: Columns, actions: HeaderActions) {
    this.#columns = columns;
    this.root.role = 'row';
    this.root.ariaRowIndex = '1';
    this.#tick.ariaLabel = l10n.t('Include all rows that are shown');
    this.#tick.addEventListener('change', () => actions.tickAll(this.#tick.checked));
    this.#cells = columns.all.map((column, index) => {
      const cell = element('div', { className: `cell ${column.kind}` });
      cell.role = 'columnheader';
      cell.ariaColIndex = String(index + 1);
      cell.classList.toggle('frozen', columns.isFrozen(index));
      cell.dataset['column'] = String(index);
      if (column.kind === 'tick') {
        cell.append(this.#tick);
      } else {
        cell.append(...this.#titleParts(index, actions));
      }
      return cell;
    });
    this.root.dataset['row'] = '-1';
    this.root.append(...this.#cells);
  }

  /** Element of a header. */
  cell(column: number): HTMLElement | undefined {
    return this.#cells[column];
  }

  /** Focusable element of a header. */
  target(column: number): HTMLElement | undefined {
    return this.#columns.all[column]?.kind === 'tick' ? this.#tick : this.#cells[column];
  }

  /** Shows the sort order, filters and ticks. */
  show({ filter, readOnly, sort, ticks }: GridState): void {
    for (const [index, { id }] of this.#columns.all.entries()) {
      const cell = this.#cells[index];
      if (cell !== undefined) {
        cell.ariaSort = sort?.column === id ? sort.direction : null;
        const isFiltered = filter.columns[id] !== undefined;
        cell.classList.toggle('filtered', isFiltered);
        if (isFiltered) {
          cell.setAttribute('aria-description', l10n.t('Filtered'));
        } else {
          cell.removeAttribute('aria-description');
        }
      }
    }
    this.#tick.checked = ticks === 'all';
    this.#tick.indeterminate = ticks === 'some';
    this.#tick.disabled = readOnly !== undefined || ticks === undefined;
  }

  #titleParts(index: number, actions: HeaderActions): Node[] {
    const title = this.#columns.all[index]?.title ?? '';
    const filter = element('button', { className: 'filter', tabIndex: -1 });
    filter.ariaLabel = l10n.t('Filter {0}', title);
    filter.title = l10n.t('Filter {0}', title);
    filter.append(element('span', { className: 'funnel' }));
    filter.addEventListener('click', () => actions.openFilter(index));
    const edge = element('div', { className: 'edge' });
    edge.ariaHidden = 'true';
    this.#resizeWith(edge, index);
    edge.addEventListener('dblclick', () => actions.fit(index));
    return [
      element('span', { className: 'title' }, element('bdi', {}, title)),
      element('span', { className: 'direction' }),
      filter,
      edge,
    ];
  }

  #resizeWith(edge: HTMLElement, index: number): void {
    edge.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      event.stopPropagation();
      edge.setPointerCapture(event.pointerId);
      const { width } = this.#columns.placeOf(index);
      const start = event.clientX;
      const done = new AbortController();
      const { signal } = done;
      edge.addEventListener(
        'pointermove',
        ({ clientX }) => this.#columns.resize(index, width + clientX - start),
        { signal },
      );
      edge.addEventListener(
        'lostpointercapture',
        () => {
          done.abort();
          this.#columns.endResize();
        },
        { signal },
      );
    });
  }
}
