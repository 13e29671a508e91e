import * as vscode from 'vscode';
import type { SignedInAccounts } from '../accounts/signedInAccounts.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import { callTestEndpoint } from '../core/api/testEndpoint.ts';
import type { SessionParts } from '../core/session/createSessions.ts';
import { accountOfSession } from '../core/session/storedSession.ts';
import { surfaceText } from '../core/text/surfaceText.ts';
import { commandIds } from '../ids.ts';
import { notifyProgress } from '../surfaces/notify.ts';
import type { DiagnosticReportOptions } from './diagnosticReport.ts';

/** Dependencies of the diagnostic commands. */
export interface DiagnosticCommandsOptions
  extends
    Omit<
      DiagnosticReportOptions,
      'callTestEndpoint' | 'readClientSecret' | 'sessions' | 'transitions'
    >,
    Pick<SessionParts, 'clientSecrets' | 'store' | 'transitions'> {
  readonly accounts: SignedInAccounts;
  readonly channel: vscode.OutputChannel;
}

/** Diagnostic commands. */
export function diagnosticCommands(options: DiagnosticCommandsOptions) {
  const { accounts, channel, clientSecrets, store, transitions } = options;
  const reportOptions: DiagnosticReportOptions = {
    ...options,
    sessions: async () =>
      (await store.list()).map((session) => ({
        accountId: accountOfSession(session).id,
        scopes: session.scopes,
        issuedAt: session.issuedAt,
        expiresIn: session.expiresIn,
      })),
    transitions: () => transitions.recent(),
    readClientSecret: async ({ baseUrl, clientId }) => await clientSecrets.read(baseUrl, clientId),
    callTestEndpoint: async (account, signal) => {
      const client = accounts.clientOf(account);
      return client === undefined ? undefined : await callTestEndpoint(client, signal);
    },
  };
  return {
    [commandIds.showLog]: () => channel.show(),
    [commandIds.showDiagnostics]: async () => {
      const content = await notifyProgress(
        vscode.l10n.t('Trying each connection step by step'),
        async (_progress, signal) => {
          const { diagnosticReport } = await import('./diagnosticReport.ts');
          return await diagnosticReport(reportOptions, signal);
        },
      );
      const document = await vscode.workspace.openTextDocument({
        content: surfaceText('document', content.split('\n')),
        language: 'markdown',
      });
      await vscode.window.showTextDocument(document);
    },
  } satisfies Partial<CommandHandlers>;
}
