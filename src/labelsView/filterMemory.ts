import type * as vscode from 'vscode';
import type { AccountId } from '../core/account/account.ts';
import {
  isEmptyFilter,
  readLabelFilter,
  type LabelFilter,
} from '../core/labels/list/labelFilter.ts';

/** The filter of each account, kept from one run to the next. */
export class FilterMemory {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  read(accountId: AccountId): LabelFilter {
    return readLabelFilter(this.#memento.get<unknown>(keyOf(accountId)));
  }

  async store(accountId: AccountId, filter: LabelFilter): Promise<void> {
    await this.#memento.update(keyOf(accountId), isEmptyFilter(filter) ? undefined : filter);
  }

  /** Forgets the filter of an account. */
  async forget(accountId: AccountId): Promise<void> {
    await this.#memento.update(keyOf(accountId), undefined);
  }
}

function keyOf(accountId: AccountId): string {
  return `workforce.labels.filter.${accountId}`;
}
