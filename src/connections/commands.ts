import * as vscode from 'vscode';
import { notify } from '../commands/notify.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';
import { addConnection } from './addConnection.ts';
import type { Connections } from './connections.ts';
import { pickConnection } from './pickConnection.ts';
import type { SandboxConnection } from './sandboxConnection.ts';
import { setClientSecret } from './setClientSecret.ts';

/** What the commands about connections need. */
export interface ConnectionCommandsOptions {
  readonly connections: Connections;
  readonly clientSecrets: ClientSecrets;
  readonly sandbox: SandboxConnection;
}

/** Commands about connections and the sandbox. */
export function connectionCommands({
  clientSecrets,
  connections,
  sandbox,
}: ConnectionCommandsOptions) {
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
    [commandIds.setClientSecret]: async () => {
      const entries = connections.all();
      const connection =
        entries.length === 0
          ? await addConnection(connections, clientSecrets)
          : await pickConnection(entries);
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
