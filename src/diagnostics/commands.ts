import * as vscode from 'vscode';
import { notifyProgress } from '../commands/notify.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import { commandIds } from '../ids.ts';
import type { DiagnosticReportOptions } from './diagnosticReport.ts';

/** What the commands for finding faults need. */
export interface DiagnosticCommandsOptions extends DiagnosticReportOptions {
  readonly channel: vscode.OutputChannel;
}

/** Commands for finding faults. */
export function diagnosticCommands(options: DiagnosticCommandsOptions) {
  return {
    [commandIds.showLog]: () => options.channel.show(),
    [commandIds.showDiagnostics]: async () => {
      const content = await notifyProgress(
        vscode.l10n.t('Trying each connection step by step'),
        async (_progress, signal) => {
          const { diagnosticReport } = await import('./diagnosticReport.ts');
          return await diagnosticReport(options, signal);
        },
      );
      const document = await vscode.workspace.openTextDocument({ content, language: 'markdown' });
      await vscode.window.showTextDocument(document);
    },
  } satisfies Partial<CommandHandlers>;
}
