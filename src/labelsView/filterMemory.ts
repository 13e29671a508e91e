import type * as vscode from 'vscode';
import type { AccountId } from '../core/account/account.ts';
import { needsAllLabels, type LabelFilter } from '../core/labels/list/labelCriteria.ts';
import { isEmptyFilter, queryOf, readLabelFilter } from '../core/labels/list/labelFilter.ts';
import {
  readSavedFilters,
  withoutSavedFilter,
  withSavedFilter,
  type SavedFilter,
} from '../core/labels/list/savedFilters.ts';

/** Filters of accounts and named filters, stored across sessions. */
export class FilterMemory {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  read(accountId: AccountId): LabelFilter {
    return readLabelFilter(this.#memento.get<unknown>(keyOf(accountId)));
  }

  /**
   * Stores `filter` if the service can apply all of it. Other filters would slow down the next start, and
   * part of a filter is a different filter.
   */
  async store(accountId: AccountId, filter: LabelFilter): Promise<void> {
    const isKept = !isEmptyFilter(filter) && !needsAllLabels(filter);
    await this.#memento.update(keyOf(accountId), isKept ? queryOf(filter) : undefined);
  }

  /** Returns the named filters of an account, sorted by name. */
  saved(accountId: AccountId): readonly SavedFilter[] {
    return readSavedFilters(this.#memento.get<unknown>(savedKeyOf(accountId)));
  }

  /** Stores a named filter; replaces a filter with the same name. */
  async save(accountId: AccountId, filter: SavedFilter): Promise<void> {
    await this.#storeSaved(accountId, withSavedFilter(this.saved(accountId), filter));
  }

  /** Deletes the filter with this name. */
  async remove(accountId: AccountId, name: string): Promise<void> {
    await this.#storeSaved(accountId, withoutSavedFilter(this.saved(accountId), name));
  }

  /** Deletes all filters of an account. */
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
