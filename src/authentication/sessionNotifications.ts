import * as vscode from 'vscode';
import { EndOfSessionWarning } from '../accounts/endOfSessionWarning.ts';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { endOfSession } from '../accounts/refreshTokenLifetime.ts';
import { formatDate } from '../commands/formatDate.ts';
import { notify } from '../commands/notify.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { SessionExpiredError } from '../core/errors/sessionExpiredError.ts';
import { StorageError } from '../core/errors/storageError.ts';
import type { SessionParts } from '../core/session/createSessions.ts';
import type { Session } from '../core/session/sessions.ts';
import { accountOfSession } from '../core/session/storedSession.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';

interface SessionNotificationsOptions extends Pick<SessionParts, 'renewal' | 'sessions' | 'store'> {
  readonly accounts: LabelAccounts;
  readonly clock: Clock;
}

/** Notifies the user once when the state of a session changes, in the window that notices it. */
export class SessionNotifications implements Disposable {
  readonly #disposables = new DisposableStore();
  #isKeyringNotified = false;

  /** `present` shows an error with the next step. */
  constructor(
    { accounts, clock, renewal, sessions, store }: SessionNotificationsOptions,
    present: (error: unknown, retry?: () => Promise<void>) => Promise<void>,
  ) {
    const add = (subscription: Disposable): Disposable => this.#disposables.add(subscription);
    add(
      renewal.onDidEnd((session) => {
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
    add(renewal.onDidFallBehind(() => void present(new StorageError('renewedElsewhere'))));
    add(store.onDidFailToStore((error) => void this.#notifyOfKeyring(error.message)));
    add(store.onDidSetAside(() => void notifySetAside()));
    const renew = async (account: AccountId): Promise<void> => {
      try {
        await sessions.accessToken(account);
      } catch (error) {
        await present(error, async () => await renew(account));
      }
    };
    const warn = ({ account: { id }, issuedAt }: Session): void =>
      void notifyOfEnd(accounts.find(id)?.label, issuedAt, async () => await renew(id));
    add(new EndOfSessionWarning({ sessions, clock, warn }));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #notifyOfKeyring(message: string): Promise<void> {
    if (this.#isKeyringNotified) {
      return;
    }
    this.#isKeyringNotified = true;
    const learnMore = vscode.l10n.t('How to Set Up a Keyring');
    if ((await notify('warning', message, [learnMore])) === learnMore) {
      const page =
        'https://code.visualstudio.com/docs/configure/settings-sync#_troubleshooting-keychain-issues';
      await vscode.env.openExternal(vscode.Uri.parse(page));
    }
  }
}

/** The refresh token of an account that nobody has used for weeks will end. */
async function notifyOfEnd(
  label: string | undefined,
  issuedAt: number,
  renew: () => Promise<void>,
): Promise<void> {
  const message = vscode.l10n.t(
    'The sign-in of {0} has not been used for a while and may end on {1}.',
    displayText(label ?? ''),
    formatDate(endOfSession({ issuedAt })),
  );
  const renewNow = vscode.l10n.t('Renew Now');
  if ((await notify('warning', message, [renewNow])) === renewNow) {
    await renew();
  }
}

async function notifySetAside(): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const message = vscode.l10n.t(
    'A stored sign-in could not be read and was set aside. Sign in again.',
  );
  if ((await notify('warning', message, [showLog])) === showLog) {
    await vscode.commands.executeCommand(commandIds.showLog);
  }
}
