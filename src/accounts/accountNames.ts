import * as z from 'zod/mini';
import type { AccountId } from '../core/account/account.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { Emitter } from '../core/async/event.ts';
import { trimmedText } from '../core/text/trimmedText.ts';

/** Where the names are kept: `vscode.Memento` is such a place. */
export interface NameStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const nameSchema = z.catch(z.optional(trimmedText), undefined);

/** Names of the user's own for accounts. */
export class AccountNames implements Disposable {
  readonly #store: NameStore;
  readonly #onDidChange = new Emitter<void>();

  /** An account was named in this window. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(store: NameStore) {
    this.#store = store;
  }

  /** The name of `account`; undefined if it has none of its own. */
  of(account: AccountId): string | undefined {
    return nameSchema.parse(this.#store.get(keyOf(account)));
  }

  /** Names `account`; an empty name takes its name away. */
  async set(account: AccountId, name: string): Promise<void> {
    await this.#store.update(keyOf(account), name.trim() === '' ? undefined : name.trim());
    this.#onDidChange.fire();
  }

  /** Forgets the name of an account. */
  async forget(account: AccountId): Promise<void> {
    await this.#store.update(keyOf(account), undefined);
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }
}

function keyOf(account: AccountId): string {
  return `workforce.accountName.${account}`;
}
