import * as vscode from 'vscode';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { commandIds } from '../ids.ts';
import { showProgress } from '../surfaces/notify.ts';
import { ConnectionDialogs, type ConnectionDialogsOptions } from './connectionDialogs.ts';
import type { ConnectionParts } from './createConnections.ts';

/** Dependencies of the connection commands. */
export interface ConnectionCommandsOptions
  extends Omit<ConnectionDialogsOptions, 'signOut'>, Pick<ConnectionParts, 'sandbox' | 'signOut'> {}

/** Commands for connections and the sandbox. */
export function connectionCommands(options: ConnectionCommandsOptions) {
  const { sandbox, signOut } = options;
  const dialogs = new LazyValue(
    async () => new ConnectionDialogs({ ...options, signOut: await signOut.get() }),
  );
  return {
    [commandIds.addConnection]: async () => await (await dialogs.get()).add(),
    [commandIds.editConnection]: async (name) => await (await dialogs.get()).edit(name),
    [commandIds.removeConnection]: async (name) => await (await dialogs.get()).remove(name),
    [commandIds.setClientSecret]: async (app) => await (await dialogs.get()).setClientSecret(app),
    [commandIds.startSandbox]: async () => {
      const title = vscode.l10n.t('Starting the Workforce sandbox');
      await showProgress(title, async () => await (await sandbox.get()).start());
    },
    [commandIds.stopSandbox]: async () => await (await sandbox.get()).stop(),
  } satisfies Partial<CommandHandlers>;
}
