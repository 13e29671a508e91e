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
  /** Short description: the connection, or more if another account has the same label and connection. */
  readonly place: string;
  /** Name in the paths of its documents, which breadcrumbs show: no other account has one that looks the same there. */
  readonly pathName: string;
  /** Reason why its labels are read-only; undefined if they are not. */
  readonly readOnly: ReadOnlyReason | undefined;
  /** Theme color of its icon; undefined for the default color. */
  readonly color: string | undefined;
  /** `signInNeeded`: the session cannot be renewed; its record is kept until the user signs in again. */
  readonly state: 'signedIn' | 'signInNeeded';
  /** Message of the service when it refused to renew the session, if any. */
  readonly endReason: string | undefined;
  /** Reason, as a sentence, why the service does not renew the session for now. */
  readonly doubt: string | undefined;
  /** Time at which the tokens of its session were last issued, in milliseconds since the epoch. */
  readonly renewedAt: number;
  /** The same object for the lifetime of the account. */
  readonly repository: LabelRepository;
}

/** Returns whether `account` works, as far as is known: no sign-in or retry is needed. */
export function isWorking({ doubt, state }: Pick<LabelAccount, 'doubt' | 'state'>): boolean {
  return state === 'signedIn' && doubt === undefined;
}

/** The signed-in accounts. */
export interface LabelAccounts {
  /** Fires when accounts were added, removed or changed, or `readFailure` has changed. */
  readonly onDidChange: Event<void>;
  /** Resolves when the stored sessions have been read; starts the reading. Never rejects. */
  ready(): Promise<void>;
  /**
   * Like `ready`, for a caller that would otherwise report that nobody is signed in. Throws `StorageError`; the
   * next call reads again.
   */
  readStoredSessions(): Promise<void>;
  /** Error that currently prevents reading the stored sessions. */
  readonly readFailure: unknown;
  /** The accounts known so far, in the order of their labels. */
  all(): readonly LabelAccount[];
  find(id: AccountId): LabelAccount | undefined;
}
