import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { notify } from '../commands/notify.ts';
import type { ClientApp } from '../core/account/clientApp.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import type { SignOut } from '../core/session/signOut.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';
import { addConnection } from './addConnection.ts';
import { ConnectionRemoval } from './connectionRemoval.ts';
import type { Connections, SettingEntry } from './connections.ts';
import { editConnection } from './editConnection.ts';
import { pickConnection, pickSettingEntry } from './pickConnection.ts';
import { setClientSecret } from './setClientSecret.ts';

/** What the dialogs about connections need. */
export interface ConnectionDialogsOptions {
  readonly connections: Connections;
  readonly signOut: SignOut;
  readonly accounts: LabelAccounts;
  readonly clientSecrets: ClientSecrets;
}

/** What the user sees of the commands about connections: one method for each. */
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
    if ((await notify('information', added, [signIn])) === signIn) {
      await vscode.commands.executeCommand(commandIds.signIn);
    }
  }

  /** `name`: of the connection, which the user is asked for otherwise. */
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

  /** `name` as for `edit`. */
  async remove(name: string | undefined): Promise<void> {
    const entry = await this.#chooseSettingEntry(name);
    if (entry !== undefined && (await this.#removal.remove(entry))) {
      await notify(
        'information',
        vscode.l10n.t('The connection {0} was removed.', displayText(entry.entry.name)),
      );
    }
  }

  /** `app`: that the secret is of, which the user is asked for otherwise. */
  async setClientSecret(app: ClientApp | undefined): Promise<void> {
    const { clientSecrets, connections } = this.#options;
    const entries = connections.all();
    const refused = app === undefined ? undefined : connections.find(app);
    const connection =
      entries.length === 0
        ? await addConnection(connections, clientSecrets)
        : (refused ?? (await pickConnection(entries)));
    if (connection !== undefined && (await setClientSecret(connection, clientSecrets))) {
      await notify(
        'information',
        vscode.l10n.t('The client secret of {0} is stored.', displayText(connection.name)),
      );
    }
  }

  /** The entry called `name`, or the one that the user picks. Notifies the user if there are none. */
  async #chooseSettingEntry(name: string | undefined): Promise<SettingEntry | undefined> {
    const entries = this.#options.connections.ofSettings();
    if (entries.length === 0) {
      const add = vscode.l10n.t('Add Connection');
      const message = vscode.l10n.t('There is no connection in the settings.');
      if ((await notify('information', message, [add])) === add) {
        await vscode.commands.executeCommand(commandIds.addConnection);
      }
      return undefined;
    }
    return entries.find(({ entry }) => entry.name === name) ?? (await pickSettingEntry(entries));
  }
}
