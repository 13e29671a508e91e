import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { Emitter } from '../core/async/event.ts';
import type { LabelRepository } from '../core/labels/labelRepository.ts';
import { LabelList, type LabelListChange } from '../core/labels/list/labelList.ts';
import type { FilterMemory } from './filterMemory.ts';

/** Dependencies of the lists. */
export interface ListsByAccountOptions {
  readonly accounts: LabelAccounts;
  readonly filters: Pick<FilterMemory, 'read'>;
  readonly pageSize: () => number;
}

/** Change of the list of one account. */
export interface AccountListChange {
  readonly accountId: AccountId;
  readonly change: LabelListChange;
}

interface Entry {
  readonly list: LabelList;
  readonly repository: LabelRepository;
  readonly resources: DisposableStore;
}

/** Label lists of accounts. Each lives as long as its account is signed in. */
export class ListsByAccount implements Disposable {
  readonly #options: ListsByAccountOptions;
  readonly #entries = new Map<AccountId, Entry>();
  readonly #onDidChange = new Emitter<AccountListChange>();

  /** Fires when the list of an account has changed. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(options: ListsByAccountOptions) {
    this.#options = options;
  }

  /**
   * Returns the list of an account, created on first use with the stored filter. Looks up the account's
   * current object, which changes with a new sign-in.
   */
  of(known: LabelAccount): LabelList {
    const { account, repository } = this.#options.accounts.find(known.account.id) ?? known;
    const present = this.#entries.get(account.id);
    if (present?.repository === repository) {
      return present.list;
    }
    present?.resources.dispose();
    const resources = new DisposableStore();
    const list = resources.add(
      new LabelList({
        source: repository,
        pageSize: this.#options.pageSize,
        filter: this.#options.filters.read(account.id),
      }),
    );
    resources.add(
      list.onDidChange((change) => this.#onDidChange.fire({ accountId: account.id, change })),
    );
    for (const onDidLearn of [repository.onDidChangeLabel, repository.onDidReadLabel]) {
      resources.add(onDidLearn((label) => list.update(label)));
    }
    this.#entries.set(account.id, { list, repository, resources });
    return list;
  }

  /** Disposes the lists of accounts that have been removed. */
  prune(): void {
    for (const [id, entry] of Array.from(this.#entries)) {
      if (this.#options.accounts.find(id) === undefined) {
        this.#entries.delete(id);
        entry.resources.dispose();
      }
    }
  }

  dispose(): void {
    for (const { resources } of this.#entries.values()) {
      resources.dispose();
    }
    this.#entries.clear();
    this.#onDidChange.dispose();
  }
}
