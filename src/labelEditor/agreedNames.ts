import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { pathSegment } from '../core/account/pathSegment.ts';

/**
 * Paths and titles that differ from those of a label, but under which the user has agreed to save it. An
 * agreement ends when the name matches other accounts than before, for example after an account was renamed.
 */
export class AgreedNames {
  readonly #accounts: () => readonly Pick<LabelAccount, 'account' | 'pathName'>[];
  readonly #agreed = new Set<string>();

  /** `accounts` returns the signed-in accounts. */
  constructor(accounts: () => readonly Pick<LabelAccount, 'account' | 'pathName'>[]) {
    this.#accounts = accounts;
  }

  has(name: string): boolean {
    return this.#agreed.has(this.#withAccounts(name));
  }

  add(name: string): void {
    this.#agreed.add(this.#withAccounts(name));
  }

  /** Returns a key of `name` and of the accounts whose names it currently contains. */
  #withAccounts(name: string): string {
    const named = this.#accounts()
      .filter(({ account, pathName }) => name.includes(pathSegment(pathName) ?? account.id))
      .map(({ account }) => account.id);
    return JSON.stringify([name, ...named.toSorted()]);
  }
}
