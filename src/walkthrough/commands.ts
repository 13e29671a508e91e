import * as vscode from 'vscode';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import { commandIds, extensionId, walkthroughId } from '../ids.ts';

/** Command that opens the walkthrough. */
export const walkthroughCommands = {
  [commandIds.getStarted]: async () => {
    const walkthrough = `${extensionId}#${walkthroughId}`;
    // Twice: if no walkthrough was shown before, VS Code 1.110 reads those of extensions only while showing
    // its own.
    for (let time = 0; time < 2; time++) {
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
    }
  },
} satisfies Partial<CommandHandlers>;
