import * as z from 'zod/mini';
import type { AccountId } from '../core/account/account.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { Emitter } from '../core/async/event.ts';
import type { Memento } from '../core/memento/memento.ts';
import { trimmedText } from '../core/text/trimmedText.ts';

const nameSchema = z.catch(z.optional(trimmedText), undefined);

/** Custom names of accounts. */
export class AccountNames implements Disposable {
  readonly #store: Memento;
  readonly #onDidChange = new Emitter<void>();

  /** Fires when an account was renamed in this window. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(store: Memento) {
    this.#store = store;
  }

  /** Returns the custom name of `account`; undefined if it has none. */
  of(account: AccountId): string | undefined {
    return nameSchema.parse(this.#store.get(keyOf(account)));
  }

  /** Sets the custom name of `account`; an empty `name` removes it. */
  async set(account: AccountId, name: string): Promise<void> {
    await this.#store.update(keyOf(account), name.trim() === '' ? undefined : name.trim());
    this.#onDidChange.fire();
  }

  /** Deletes the name of an account. */
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
