import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { pathSegment } from '../core/account/pathSegment.ts';

/**
 * Paths and titles that are not those of a label, but under which the user has agreed to save it. An agreement ends
 * when the name comes to name other accounts, as when another one is renamed.
 */
export class AgreedNames {
  readonly #accounts: () => readonly Pick<LabelAccount, 'account' | 'pathName'>[];
  readonly #agreed = new Set<string>();

  /** `accounts` returns those that are signed in at present. */
  constructor(accounts: () => readonly Pick<LabelAccount, 'account' | 'pathName'>[]) {
    this.#accounts = accounts;
  }

  has(name: string): boolean {
    return this.#agreed.has(this.#withAccounts(name));
  }

  add(name: string): void {
    this.#agreed.add(this.#withAccounts(name));
  }

  /** Returns `name` together with the accounts that it names at present. */
  #withAccounts(name: string): string {
    const named = this.#accounts()
      .filter(({ account, pathName }) => name.includes(pathSegment(pathName) ?? account.id))
      .map(({ account }) => account.id);
    return JSON.stringify([name, ...named.toSorted()]);
  }
}
