import * as vscode from 'vscode';
import type { AccountId } from '../core/account/account.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { SessionExpiredError } from '../core/errors/sessionExpiredError.ts';
import { StorageError } from '../core/errors/storageError.ts';
import type { Session, Sessions } from '../core/session/sessions.ts';
import type { SessionStore } from '../core/session/sessionStore.ts';
import type { SessionRenewal } from '../core/session/sessionRenewal.ts';
import { accountOfSession } from '../core/session/storedSession.ts';
import { commandIds } from '../ids.ts';

/** What the notifications are about. */
export interface SessionNotificationsOptions {
  readonly tokens: SessionRenewal;
  readonly store: SessionStore;
  readonly sessions: Sessions;
  /** Shows an error with the next step. */
  readonly present: (error: unknown) => Promise<void>;
}

/** Tells once what has become of a session: one notification, in the window that found out. */
export class SessionNotifications implements Disposable {
  readonly #disposables = new DisposableStore();
  /** Whose sessions have ended and have not been renewed by signing in. */
  readonly #ended = new Set<AccountId>();
  #toldOfKeyring = false;

  constructor(options: SessionNotificationsOptions) {
    const { sessions, store, tokens } = options;
    this.#disposables.add(
      tokens.onDidEnd((session) => {
        void options.present(new SessionExpiredError(accountOfSession(session).id));
      }),
    );
    this.#disposables.add(
      sessions.onDidChangeSessions(({ added, changed }) => {
        if ([...added, ...changed].filter((session) => this.#hasRecovered(session)).length > 0) {
          // What told of the end is no longer true; VS Code has no way to take back a single message.
          void vscode.commands.executeCommand('notifications.hideToasts');
        }
      }),
    );
    this.#disposables.add(
      tokens.onDidFallBehind(() => void options.present(new StorageError('renewedElsewhere'))),
    );
    this.#disposables.add(
      store.onDidFailToStore((error) => void this.#tellOfKeyring(error.message)),
    );
    this.#disposables.add(store.onDidSetAside(() => void this.#tellSetAside()));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Notes the state of a session; true where it had ended and works again. */
  #hasRecovered({ account, state }: Session): boolean {
    if (state === 'signInNeeded') {
      this.#ended.add(account.id);
      return false;
    }
    return this.#ended.delete(account.id);
  }

  async #tellOfKeyring(message: string): Promise<void> {
    if (this.#toldOfKeyring) {
      return;
    }
    this.#toldOfKeyring = true;
    const learnMore = vscode.l10n.t('How to Set Up a Keyring');
    const picked = await vscode.window.showWarningMessage(message, learnMore);
    if (picked === learnMore) {
      const page =
        'https://code.visualstudio.com/docs/configure/settings-sync#_troubleshooting-keychain-issues';
      await vscode.env.openExternal(vscode.Uri.parse(page));
    }
  }

  async #tellSetAside(): Promise<void> {
    const showLog = vscode.l10n.t('Show Log');
    const picked = await vscode.window.showWarningMessage(
      vscode.l10n.t('A stored sign-in could not be read and was set aside. Sign in again.'),
      showLog,
    );
    if (picked === showLog) {
      await vscode.commands.executeCommand(commandIds.showLog);
    }
  }
}
