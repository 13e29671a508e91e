import * as vscode from 'vscode';
import { EndOfSessionWarning } from '../accounts/endOfSessionWarning.ts';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { SessionExpiredError } from '../core/errors/sessionExpiredError.ts';
import { StorageError } from '../core/errors/storageError.ts';
import type { SessionParts } from '../core/session/createSessions.ts';
import type { Session } from '../core/session/sessions.ts';
import { accountOfSession } from '../core/session/storedSession.ts';
import type * as sessionWarnings from './sessionWarnings.ts';

interface SessionNotificationsOptions extends Pick<
  SessionParts,
  'onDidEnd' | 'onDidFallBehind' | 'sessions' | 'store'
> {
  readonly accounts: LabelAccounts;
  readonly clock: Clock;
}

/** Notifies the user once when the state of a session changes, in the window that notices it. */
export class SessionNotifications implements Disposable {
  readonly #disposables = new DisposableStore();
  #isKeyringNotified = false;

  /** `present` shows an error with the next step. */
  constructor(
    { accounts, clock, onDidEnd, onDidFallBehind, sessions, store }: SessionNotificationsOptions,
    present: (error: unknown, retry?: () => Promise<void>) => Promise<void>,
  ) {
    const add = (subscription: Disposable): Disposable => this.#disposables.add(subscription);
    add(
      onDidEnd((session) => {
        void present(new SessionExpiredError(accountOfSession(session).id));
      }),
    );
    add(
      sessions.onDidChangeSessions(({ changed, removed }) => {
        const outdated = [
          ...changed.filter(
            ({ previousState, state }) => previousState === 'signInNeeded' && state === 'active',
          ),
          ...removed.filter(({ state }) => state === 'signInNeeded'),
        ];
        if (outdated.length > 0) {
          // The message about the end is no longer true; VS Code has no way to take back a single one.
          void vscode.commands.executeCommand('notifications.hideToasts');
        }
      }),
    );
    add(onDidFallBehind(() => void present(new StorageError('renewedElsewhere'))));
    const show = (warn: (warnings: typeof sessionWarnings) => Promise<void>): void => {
      import('./sessionWarnings.ts').then(warn).catch(present);
    };
    add(
      store.onDidFailToStore(({ message }) =>
        show(async ({ warnOfKeyring }) => {
          if (!this.#isKeyringNotified) {
            this.#isKeyringNotified = true;
            await warnOfKeyring(message);
          }
        }),
      ),
    );
    add(store.onDidSetAside(() => show(async ({ warnOfSetAside }) => await warnOfSetAside())));
    const renew = async (account: AccountId): Promise<void> => {
      try {
        await sessions.accessToken(account);
      } catch (error) {
        await present(error, async () => await renew(account));
      }
    };
    const warn = ({ account: { id }, issuedAt }: Session): void => {
      const label = accounts.find(id)?.label;
      show(
        async ({ warnOfComingEnd }) =>
          await warnOfComingEnd(label, issuedAt, async () => await renew(id)),
      );
    };
    add(new EndOfSessionWarning({ sessions, clock, warn }));
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
