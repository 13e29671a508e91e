import * as vscode from 'vscode';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import { commandIds } from '../ids.ts';
import { diagnosticReport, type DiagnosticReportOptions } from './diagnosticReport.ts';

/** What the commands for finding faults need. */
export interface DiagnosticCommandsOptions extends DiagnosticReportOptions {
  readonly channel: vscode.OutputChannel;
}

/** Commands for finding faults. */
export function diagnosticCommands(options: DiagnosticCommandsOptions) {
  return {
    [commandIds.showLog]: () => options.channel.show(),
    [commandIds.showDiagnostics]: async () => {
      const content = await diagnosticReport(options);
      const document = await vscode.workspace.openTextDocument({ content, language: 'markdown' });
      await vscode.window.showTextDocument(document);
    },
  } satisfies Partial<CommandHandlers>;
}
