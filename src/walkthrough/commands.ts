import * as vscode from 'vscode';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import { commandIds, extensionId, walkthroughId } from '../ids.ts';

/** Command that opens the walkthrough. */
export const walkthroughCommands = {
  [commandIds.getStarted]: async () => {
    const walkthrough = `${extensionId}#${walkthroughId}`;
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
  },
} satisfies Partial<CommandHandlers>;
