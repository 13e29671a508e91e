import type { Account, AccountId } from '../core/account/account.ts';
import type { Event } from '../core/async/event.ts';
import type { ReadOnlyReason } from '../core/connections/connectionEntry.ts';
import type { LabelRepository } from '../core/labels/labelRepository.ts';

/** A signed-in account with labels. */
export interface LabelAccount {
  readonly account: Account;
  /** Custom name of the account, or the tenant and user. */
  readonly label: string;
  /** Description that distinguishes two accounts with the same label: the service, and the user if needed. */
  readonly description: string;
  /** Name of the connection, or its name at sign-in if the connection was removed. */
  readonly connectionName: string;
  /**
   * Short description: the connection; the full `description` if another account has the same label and
   * connection.
   */
  readonly shortDescription: string;
  /**
   * Unique name of the account in document paths, which breadcrumbs show. Two accounts never look the same
   * there.
   */
  readonly pathName: string;
  /** Reason why its labels are read-only; undefined if they are not. */
  readonly readOnly: ReadOnlyReason | undefined;
  /** Theme color of the account's icon; undefined for the default color. */
  readonly color: string | undefined;
  /** `signInNeeded`: the session cannot be renewed; its record is kept until the user signs in again. */
  readonly state: 'signedIn' | 'signInNeeded';
  /** Message with which the service refused to renew the session, if any. */
  readonly endReason: string | undefined;
  /** Reason, as a sentence, why the service currently does not renew the session. */
  readonly doubt: string | undefined;
  /** Time at which the current tokens were issued, in milliseconds since the epoch. */
  readonly renewedAt: number;
  /** Labels of the account; the same object as long as the account is signed in. */
  readonly repository: LabelRepository;
}

/** Returns whether `account` is known to work: it needs neither a sign-in nor a retry. */
export function isWorking({ doubt, state }: Pick<LabelAccount, 'doubt' | 'state'>): boolean {
  return state === 'signedIn' && doubt === undefined;
}

/** The signed-in accounts. */
export interface LabelAccounts {
  /** Fires when accounts were added, removed or changed, or `readFailure` has changed. */
  readonly onDidChange: Event<void>;
  /** Reads the stored sessions, and resolves when they are known. Never rejects. */
  ready(): Promise<void>;
  /**
   * Like `ready`, for callers that would otherwise report that nobody is signed in. Throws `StorageError`;
   * the next call then reads again.
   */
  readStoredSessions(): Promise<void>;
  /** Error that currently prevents reading the stored sessions; undefined if there is none. */
  readonly readFailure: unknown;
  /** Accounts known so far, sorted by `label`. */
  all(): readonly LabelAccount[];
  find(id: AccountId): LabelAccount | undefined;
}
