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

/** Filter of each account and named filters, stored between sessions. */
export class FilterMemory {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  read(accountId: AccountId): LabelFilter {
    return readLabelFilter(this.#memento.get<unknown>(keyOf(accountId)));
  }

  /**
   * Stores a filter that the service applies; others would slow down the next start, and a part would be
   * another filter.
   */
  async store(accountId: AccountId, filter: LabelFilter): Promise<void> {
    const isKept = !isEmptyFilter(filter) && !needsAllLabels(filter);
    await this.#memento.update(keyOf(accountId), isKept ? queryOf(filter) : undefined);
  }

  /** Named filters of an account, sorted by name. */
  saved(accountId: AccountId): readonly SavedFilter[] {
    return readSavedFilters(this.#memento.get<unknown>(savedKeyOf(accountId)));
  }

  /** Names a filter, replacing one with the same name. */
  async save(accountId: AccountId, filter: SavedFilter): Promise<void> {
    await this.#storeSaved(accountId, withSavedFilter(this.saved(accountId), filter));
  }

  /** Deletes the filter with that name. */
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
