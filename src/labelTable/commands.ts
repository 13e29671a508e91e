import * as vscode from 'vscode';
import { activeDocuments } from '../commands/openDocuments.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import { tableScheme } from '../core/account/tableAddress.ts';
import { commandIds } from '../ids.ts';

/** Commands of the table editor. */
export const labelTableCommands = {
  [commandIds.editTableAsText]: async (argument) => {
    // A button in an editor's title passes its document; from the Command Palette, the active document is
    // used.
    const uri = argument instanceof vscode.Uri ? argument : activeDocuments()[0];
    if (uri?.scheme === tableScheme) {
      const { Beside } = vscode.ViewColumn;
      await vscode.commands.executeCommand('vscode.openWith', uri, 'default', Beside);
    }
  },
} satisfies Partial<CommandHandlers>;
