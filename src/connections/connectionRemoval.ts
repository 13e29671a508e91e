import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { isSameApp, type ClientApp } from '../core/account/clientApp.ts';
import type { SignOut } from '../core/session/signOut.ts';
import { displayText } from '../core/text/displayText.ts';
import { showDialog } from '../surfaces/notify.ts';
import { appOf, draftOf } from './connectionDraft.ts';
import type { Connections, SettingEntry } from './connections.ts';

/** Data to delete with a connection. */
export interface ConnectionData {
  /** App whose data is deleted; undefined if the connection has no valid app, or another connection uses it. */
  readonly app: ClientApp | undefined;
  /** Accounts to sign out, for display. */
  readonly accounts: readonly string[];
}

interface ConnectionRemovalOptions {
  readonly connections: Connections;
  readonly signOut: SignOut;
  readonly accounts: LabelAccounts;
}

/** Removes connections with all their stored data. */
export class ConnectionRemoval {
  readonly #options: ConnectionRemovalOptions;

  constructor(options: ConnectionRemovalOptions) {
    this.#options = options;
  }

  /**
   * Removes a connection with its client secret and its sessions, if the user agrees. Returns false if not.
   * Throws `ConfigurationError` if the connection was changed in the meantime, and `StorageError`.
   */
  async remove(connection: SettingEntry): Promise<boolean> {
    const app = appOf(draftOf(connection.written));
    const going = await this.dataOf(connection, app);
    const remove = vscode.l10n.t('Remove');
    const question = vscode.l10n.t(
      'Remove the connection {0}?',
      displayText(connection.entry.name),
    );
    const isShared = app !== undefined && going.app === undefined;
    if ((await showDialog('warning', question, [remove], detailOf(going, isShared))) !== remove) {
      return false;
    }
    // Delete the data first: if that fails, the connection remains and the user can retry.
    await this.forget(going);
    await this.#options.connections.replace(connection, undefined);
    return true;
  }

  /** Returns the data to delete once `connection` no longer uses `app`. Throws `StorageError`. */
  async dataOf(connection: SettingEntry, app: ClientApp | undefined): Promise<ConnectionData> {
    const { accounts, connections, signOut } = this.#options;
    const isShared = connections.others(connection).some(({ written }) => {
      const other = appOf(draftOf(written));
      return app !== undefined && other !== undefined && isSameApp(other, app);
    });
    if (app === undefined || isShared) {
      return { app: undefined, accounts: [] };
    }
    await accounts.readStoredSessions();
    const sessions = await signOut.sessionsOf(app);
    const labels = sessions.map(({ account }) => accounts.find(account.id)?.label ?? account.id);
    return { app, accounts: labels.map(displayText).toSorted() };
  }

  /** Deletes the data. Throws `StorageError`. */
  async forget({ app }: ConnectionData): Promise<void> {
    if (app !== undefined) {
      await this.#options.signOut.ofApp(app);
    }
  }
}

function detailOf({ accounts, app }: ConnectionData, isShared: boolean): readonly string[] {
  if (isShared) {
    return [
      vscode.l10n.t('Its sign-ins and its client secret stay: another connection uses them.'),
    ];
  }
  if (app === undefined) {
    return [vscode.l10n.t('Nothing else is stored for it.')];
  }
  return accounts.length === 0
    ? [vscode.l10n.t('Its client secret is deleted from the keyring. Nobody is signed in to it.')]
    : [
        vscode.l10n.t('Its client secret is deleted from the keyring. You are signed out of:'),
        ...accounts,
      ];
}
