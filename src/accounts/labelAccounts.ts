import type { Account, AccountId } from '../core/account/account.ts';
import type { Event } from '../core/async/event.ts';
import type { LabelRepository } from '../core/labels/labelRepository.ts';

/** A signed-in account, as far as its labels are concerned. */
export interface LabelAccount {
  readonly account: Account;
  /** The name that the user has given it, otherwise who is signed in, as a person reads it. */
  readonly label: string;
  /** Where it is signed in, and as whom if the label does not say: distinguishes two accounts with the same name. */
  readonly description: string;
  /** Name of the connection, or the one that it had at sign-in if the connection has gone. */
  readonly connectionName: string;
  /** What stands beside the label where there is little room: the connection, or more where another account has both the same. */
  readonly place: string;
  /** `signInNeeded`: the session cannot be renewed; its record is kept until the user signs in again. */
  readonly state: 'signedIn' | 'signInNeeded';
  /** What the service said when it refused to renew the session, if it said something. */
  readonly endReason: string | undefined;
  /** The same object for as long as the account is there. */
  readonly repository: LabelRepository;
}

/** The accounts that are signed in. */
export interface LabelAccounts {
  /** Accounts were added, removed or have another state, or `readFailure` has come or gone. */
  readonly onDidChange: Event<void>;
  /** Resolves when the stored sessions have been read; starts the reading. Never rejects. */
  ready(): Promise<void>;
  /**
   * As `ready`, for a caller that would otherwise say that nobody is signed in. Throws `StorageError`; the
   * next call reads again.
   */
  readStoredSessions(): Promise<void>;
  /** Why the stored sessions could not be read, as long as they could not. */
  readonly readFailure: unknown;
  /** The accounts known so far, in the order of their labels. */
  all(): readonly LabelAccount[];
  find(id: AccountId): LabelAccount | undefined;
}
