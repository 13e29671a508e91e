import type { CellPlace } from '../model/gridSelection.ts';
import type {
  GridInitialData,
  GridColumnFilter,
  GridFilter,
  GridSort,
  GridState,
} from '../protocol.ts';
import type { GridHost } from './gridHost.ts';

/** Options of the wanted view. */
interface WantedViewOptions {
  readonly host: GridHost;
  /** Called before the rows change. Returns the active cell, and the order that its row number belongs to. */
  readonly leave: () => { readonly order: number; readonly active: CellPlace };
  /** Called when the user has changed the view. */
  readonly onDidChange: () => void;
}

/** Sort and filter that the user has requested: the next keystroke may come before the extension's response. */
export class WantedView {
  readonly #options: WantedViewOptions;
  #filter: GridFilter;
  #sort: GridSort | undefined;
  /** Filter that the rows of the current order match. */
  #shownFilter: GridFilter;
  #order: number;

  constructor({ filter, order, sort }: GridInitialData['state'], options: WantedViewOptions) {
    this.#options = options;
    this.#filter = filter;
    this.#sort = sort;
    this.#shownFilter = options.host.viewState?.view.filter ?? filter;
    this.#order = order;
  }

  /** View to restore in a reloaded page. */
  get value(): { readonly filter: GridFilter; readonly sort?: GridSort } {
    return { filter: this.#filter, ...this.#sorted };
  }

  /** Adopts the filter and the sort of a new state. Returns whether the filter of the rows has changed. */
  adopt({ filter, order, sort }: GridState): boolean {
    this.#filter = filter;
    this.#sort = sort;
    if (order === this.#order) {
      return false;
    }
    const isOther = JSON.stringify(filter) !== JSON.stringify(this.#shownFilter);
    this.#shownFilter = filter;
    this.#order = order;
    return isOther;
  }

  /** Sorts by a column: ascending, then descending, then not at all. */
  sortBy(column: string): void {
    const direction = this.#sort?.column === column ? this.#sort.direction : undefined;
    this.#sort =
      direction === 'descending'
        ? undefined
        : { column, direction: direction === undefined ? 'ascending' : 'descending' };
    this.#options.host.send({ type: 'sort', ...this.#options.leave(), ...this.#sorted });
    this.#options.onDidChange();
  }

  /** Filters the rows. */
  filter(filter: GridFilter): void {
    this.#filter = filter;
    this.#options.host.send({ type: 'filter', ...this.#options.leave(), filter });
    this.#options.onDidChange();
  }

  /** Filters the rows by a column, in addition to the other filters; undefined removes the column's filter. */
  filterColumn(column: string, wanted: GridColumnFilter | undefined): void {
    const { [column]: _, ...others } = this.#filter.columns;
    const columns = wanted === undefined ? others : { ...others, [column]: wanted };
    this.filter({ ...this.#filter, columns });
  }

  get #sorted(): { readonly sort?: GridSort } {
    return this.#sort === undefined ? {} : { sort: this.#sort };
  }
}
