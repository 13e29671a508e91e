import * as vscode from 'vscode';
import { withoutLinks } from '../core/text/withoutLinks.ts';
import { displayText } from '../core/text/displayText.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { ConnectionEntry } from '../core/connections/connectionEntry.ts';
import { commandIds } from '../ids.ts';
import type { CommandHandlers } from './registerCommands.ts';

/** What the commands about connections work with. */
export interface ConnectionCommandsOptions {
  readonly connections: () => readonly ConnectionEntry[];
  readonly addConnection: () => Promise<Connection | undefined>;
  /** Asks where there are several. Throws the error of one that cannot be used. */
  readonly pickConnection: (entries: readonly ConnectionEntry[]) => Promise<Connection | undefined>;
  readonly setClientSecret: (connection: Connection) => Promise<boolean>;
  readonly sandbox: { start(): Promise<void>; stop(): Promise<void> };
}

/** Commands about connections and the sandbox. */
export function connectionCommands(
  options: ConnectionCommandsOptions,
): Pick<
  CommandHandlers,
  | 'workforce.addConnection'
  | 'workforce.setClientSecret'
  | 'workforce.sandbox.start'
  | 'workforce.sandbox.stop'
> {
  return {
    [commandIds.addConnection]: async () => {
      const connection = await options.addConnection();
      if (connection === undefined) {
        return;
      }
      const signIn = vscode.l10n.t('Sign In');
      const picked = await vscode.window.showInformationMessage(
        withoutLinks(vscode.l10n.t('The connection {0} was added.', displayText(connection.name))),
        signIn,
      );
      if (picked === signIn) {
        await vscode.commands.executeCommand(commandIds.signIn);
      }
    },
    [commandIds.setClientSecret]: async () => {
      const connections = options.connections();
      const connection =
        connections.length === 0
          ? await options.addConnection()
          : await options.pickConnection(connections);
      if (connection !== undefined && (await options.setClientSecret(connection))) {
        await vscode.window.showInformationMessage(
          withoutLinks(
            vscode.l10n.t('The client secret of {0} is stored.', displayText(connection.name)),
          ),
        );
      }
    },
    [commandIds.startSandbox]: async () => {
      await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Window,
          title: vscode.l10n.t('Starting the Workforce sandbox'),
        },
        async () => await options.sandbox.start(),
      );
    },
    [commandIds.stopSandbox]: async () => await options.sandbox.stop(),
  };
}
