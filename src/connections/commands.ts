import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { notify } from '../commands/notify.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';
import { addConnection } from './addConnection.ts';
import { ConnectionRemoval } from './connectionRemoval.ts';
import type { Connections, SettingEntry } from './connections.ts';
import type { ConnectionParts } from './createConnections.ts';
import { editConnection } from './editConnection.ts';
import { pickConnection, pickSettingEntry } from './pickConnection.ts';
import { setClientSecret } from './setClientSecret.ts';

/** What the commands about connections need. */
export interface ConnectionCommandsOptions extends Pick<
  ConnectionParts,
  'connections' | 'sandbox' | 'signOut'
> {
  readonly accounts: LabelAccounts;
  readonly clientSecrets: ClientSecrets;
}

/** Commands about connections and the sandbox. */
export function connectionCommands(options: ConnectionCommandsOptions) {
  const { clientSecrets, connections, sandbox } = options;
  const removal = new ConnectionRemoval(options);
  return {
    [commandIds.addConnection]: async () => {
      const connection = await addConnection(connections, clientSecrets);
      if (connection === undefined) {
        return;
      }
      const added = vscode.l10n.t('The connection {0} was added.', displayText(connection.name));
      const signIn = vscode.l10n.t('Sign In');
      if ((await notify('information', added, [signIn])) === signIn) {
        await vscode.commands.executeCommand(commandIds.signIn);
      }
    },
    [commandIds.editConnection]: async (name) => {
      const entry = await chooseSettingEntry(connections, name);
      const saved =
        entry === undefined
          ? undefined
          : await editConnection(entry, { clientSecrets, connections, removal });
      if (saved !== undefined) {
        await notify(
          'information',
          vscode.l10n.t('The connection {0} is saved.', displayText(saved.name)),
        );
      }
    },
    [commandIds.removeConnection]: async (name) => {
      const entry = await chooseSettingEntry(connections, name);
      if (entry !== undefined && (await removal.remove(entry))) {
        await notify(
          'information',
          vscode.l10n.t('The connection {0} was removed.', displayText(entry.entry.name)),
        );
      }
    },
    [commandIds.setClientSecret]: async (app) => {
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
    },
    [commandIds.startSandbox]: async () => {
      const title = vscode.l10n.t('Starting the Workforce sandbox');
      await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title },
        async () => await sandbox.start(),
      );
    },
    [commandIds.stopSandbox]: async () => await sandbox.stop(),
  } satisfies Partial<CommandHandlers>;
}

/** The entry called `name`, or the one that the user picks. Notifies the user if there are none. */
async function chooseSettingEntry(
  connections: Connections,
  name: string | undefined,
): Promise<SettingEntry | undefined> {
  const entries = connections.ofSettings();
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
