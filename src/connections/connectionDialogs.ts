import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { ClientApp } from '../core/account/clientApp.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import type { SignOut } from '../core/session/signOut.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';
import { notify } from '../surfaces/notify.ts';
import { addConnection } from './addConnection.ts';
import { ConnectionRemoval } from './connectionRemoval.ts';
import type { Connections, SettingEntry } from './connections.ts';
import { editConnection } from './editConnection.ts';
import { pickSettingEntry } from './pickConnection.ts';
import { setClientSecretOf } from './setClientSecret.ts';

/** Dependencies of the connection dialogs. */
export interface ConnectionDialogsOptions {
  readonly connections: Connections;
  readonly signOut: SignOut;
  readonly accounts: LabelAccounts;
  readonly clientSecrets: ClientSecrets;
}

/** User interface of the connection commands: one method for each command. */
export class ConnectionDialogs {
  readonly #options: ConnectionDialogsOptions;
  readonly #removal: ConnectionRemoval;

  constructor(options: ConnectionDialogsOptions) {
    this.#options = options;
    this.#removal = new ConnectionRemoval(options);
  }

  async add(): Promise<void> {
    const { clientSecrets, connections } = this.#options;
    const connection = await addConnection(connections, clientSecrets);
    if (connection === undefined) {
      return;
    }
    const added = vscode.l10n.t('The connection {0} was added.', displayText(connection.name));
    const signIn = vscode.l10n.t('Sign In');
    if ((await notify('information', added, { [signIn]: 'asks' })) === signIn) {
      const { baseUrl, clientId } = connection;
      await vscode.commands.executeCommand(commandIds.signIn, { baseUrl, clientId });
    }
  }

  /** `name`: name of the connection; by default, the user picks one. */
  async edit(name: string | undefined): Promise<void> {
    const entry = await this.#chooseSettingEntry(name);
    const saved =
      entry === undefined
        ? undefined
        : await editConnection(entry, { ...this.#options, removal: this.#removal });
    if (saved !== undefined) {
      await notify(
        'information',
        vscode.l10n.t('The connection {0} is saved.', displayText(saved.name)),
      );
    }
  }

  /** `name`: name of the connection; by default, the user picks one. */
  async remove(name: string | undefined): Promise<void> {
    const entry = await this.#chooseSettingEntry(name);
    if (entry !== undefined && (await this.#removal.remove(entry))) {
      await notify(
        'information',
        vscode.l10n.t('The connection {0} was removed.', displayText(entry.entry.name)),
      );
    }
  }

  /** `app`: app of the secret; by default, the user picks a connection. */
  async setClientSecret(app: ClientApp | undefined): Promise<void> {
    const { clientSecrets, connections } = this.#options;
    const connection = await setClientSecretOf(app, connections, clientSecrets);
    if (connection !== undefined) {
      await notify(
        'information',
        vscode.l10n.t('The client secret of {0} is stored.', displayText(connection.name)),
      );
    }
  }

  /**
   * Returns the entry with this `name`, or lets the user pick one. Notifies the user if the settings have no
   * connection.
   */
  async #chooseSettingEntry(name: string | undefined): Promise<SettingEntry | undefined> {
    const entries = this.#options.connections.ofSettings();
    if (entries.length === 0) {
      const add = vscode.l10n.t('Add Connection');
      const message = vscode.l10n.t('There is no connection in the settings.');
      if ((await notify('information', message, { [add]: 'asks' })) === add) {
        await vscode.commands.executeCommand(commandIds.addConnection);
      }
      return undefined;
    }
    return entries.find(({ entry }) => entry.name === name) ?? (await pickSettingEntry(entries));
  }
}
