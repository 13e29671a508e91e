import * as vscode from 'vscode';
import * as z from 'zod';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { ConnectionEntry } from '../core/connections/connectionEntry.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { singleLine } from '../core/text/displayText.ts';
import { settingIds } from '../ids.ts';

const manifestSchema = z.object({ version: z.string() });

/** What the report is about. */
export interface DiagnosticReportOptions {
  readonly accounts: LabelAccounts;
  readonly connections: () => readonly ConnectionEntry[];
  /** How a sign-in to the connection returns from the browser. */
  readonly describeRedirect: (connection: Connection) => string;
  /** The extension's own package.json. */
  readonly manifest: unknown;
}

/** Returns what is needed to understand a fault, and nothing secret: fit to be sent to somebody else. */
export async function diagnosticReport({
  accounts,
  connections,
  describeRedirect,
  manifest,
}: DiagnosticReportOptions): Promise<string> {
  const configuration = vscode.workspace.getConfiguration();
  const settings = [settingIds.pageSize, settingIds.requestTimeout, settingIds.unauthorizedCodes];
  return [
    `# ${vscode.l10n.t('Workforce Labels: diagnostics')}`,
    '',
    `- ${vscode.l10n.t('Extension: {0}', manifestSchema.parse(manifest).version)}`,
    `- ${vscode.l10n.t('VS Code: {0}, {1}', vscode.version, vscode.env.appName)}`,
    `- ${vscode.l10n.t('Runs in a browser: {0}', String(vscode.env.uiKind === vscode.UIKind.Web))}`,
    `- ${vscode.l10n.t('Remote: {0}', vscode.env.remoteName ?? '-')}`,
    `- ${vscode.l10n.t('Operating system: {0} {1}', process.platform, process.arch)}`,
    '',
    `## ${vscode.l10n.t('Connections')}`,
    '',
    ...connections().map(
      (entry) => `- ${singleLine(entry.name)}: ${describeConnection(entry, describeRedirect)}`,
    ),
    '',
    `## ${vscode.l10n.t('Accounts')}`,
    '',
    ...(await accountLines(accounts)),
    '',
    `## ${vscode.l10n.t('Settings')}`,
    '',
    ...settings.map((id) => `- ${id}: ${JSON.stringify(configuration.get(id))}`),
    '',
  ].join('\n');
}

async function accountLines(accounts: LabelAccounts): Promise<readonly string[]> {
  try {
    await accounts.readStoredSessions();
  } catch (error) {
    // The fault that is looked for may be this one.
    return [reasonOf(error)];
  }
  const lines = accounts.all().map(({ account, state }) => `- ${account.id}: ${state}`);
  return lines.length === 0 ? [vscode.l10n.t('Nobody is signed in.')] : lines;
}

function describeConnection(
  entry: ConnectionEntry,
  describeRedirect: (connection: Connection) => string,
): string {
  if (entry.kind === 'unusable') {
    return vscode.l10n.t('Cannot be used. {0}', entry.reason);
  }
  const { connection } = entry;
  return `${new URL(connection.baseUrl).origin}, ${describeRedirect(connection)}, ${connection.scopes.join(' ')}`;
}
