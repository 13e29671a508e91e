import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import { accountText } from './accountText.ts';

/** Which accounts have been signed out, with what they were called, until somebody is asked about them. */
export class SignedOutAccounts {
  readonly #accounts: LabelAccounts;
  /** Those that are signed in. */
  #present: ReadonlyMap<AccountId, string> = new Map();
  readonly #gone = new Map<AccountId, string>();

  constructor(accounts: LabelAccounts) {
    this.#accounts = accounts;
  }

  /** To be called whenever the accounts have changed. */
  note(): void {
    const all = this.#accounts.all();
    const present = new Map(all.map((each) => [each.account.id, accountText(each)]));
    for (const [id, name] of this.#present) {
      this.#gone.set(id, name);
    }
    for (const id of present.keys()) {
      this.#gone.delete(id);
    }
    this.#present = present;
  }

  /** Returns each of them once. */
  take(): ReadonlyMap<AccountId, string> {
    const gone = new Map(this.#gone);
    this.#gone.clear();
    return gone;
  }
}
