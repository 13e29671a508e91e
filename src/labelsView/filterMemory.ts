import type * as vscode from 'vscode';
import type { AccountId } from '../core/account/account.ts';
import {
  isEmptyFilter,
  queryOf,
  readLabelFilter,
  type LabelFilter,
} from '../core/labels/list/labelFilter.ts';
import {
  readSavedFilters,
  withoutSavedFilter,
  withSavedFilter,
  type SavedFilter,
} from '../core/labels/list/savedFilters.ts';

/** The filter of each account and those that were given names, kept from one run to the next. */
export class FilterMemory {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  read(accountId: AccountId): LabelFilter {
    return readLabelFilter(this.#memento.get<unknown>(keyOf(accountId)));
  }

  /** Keeps the part of the filter that the service applies: the rest would make the next start slow. */
  async store(accountId: AccountId, filter: LabelFilter): Promise<void> {
    const query = queryOf(filter);
    await this.#memento.update(keyOf(accountId), isEmptyFilter(query) ? undefined : query);
  }

  /** The filters of an account that have names, in the order of these. */
  saved(accountId: AccountId): readonly SavedFilter[] {
    return readSavedFilters(this.#memento.get<unknown>(savedKeyOf(accountId)));
  }

  /** Gives a filter a name; the one that had it before is forgotten. */
  async save(accountId: AccountId, filter: SavedFilter): Promise<void> {
    await this.#storeSaved(accountId, withSavedFilter(this.saved(accountId), filter));
  }

  /** Forgets the filter of that name. */
  async remove(accountId: AccountId, name: string): Promise<void> {
    await this.#storeSaved(accountId, withoutSavedFilter(this.saved(accountId), name));
  }

  /** Forgets all filters of an account. */
  async forget(accountId: AccountId): Promise<void> {
    await this.#memento.update(keyOf(accountId), undefined);
    await this.#storeSaved(accountId, []);
  }

  async #storeSaved(accountId: AccountId, filters: readonly SavedFilter[]): Promise<void> {
    await this.#memento.update(savedKeyOf(accountId), filters.length === 0 ? undefined : filters);
  }
}

function keyOf(accountId: AccountId): string {
  return `workforce.labels.filter.${accountId}`;
}

function savedKeyOf(accountId: AccountId): string {
  return `workforce.labels.savedFilters.${accountId}`;
}
