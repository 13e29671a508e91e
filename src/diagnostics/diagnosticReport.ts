import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import type { AccountId } from '../core/account/account.ts';
import type { HttpTransport } from '../core/api/transport.ts';
import { abortable } from '../core/async/abort.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { ConnectionEntry } from '../core/connections/connectionEntry.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { SecretMask } from '../core/log/liveSecrets.ts';
import type { SecretStore } from '../core/secrets/secretStore.ts';
import type { SessionTransition } from '../core/session/sessionTransitionLog.ts';
import { settingIds } from '../ids.ts';
import { probeConnection } from './connectionProbe.ts';
import { probeKeyring } from './keyringProbe.ts';
import { Probe } from './probe.ts';
import { proxyInUse, type ProxyInUse } from './proxyInUse.ts';
import { accountLine, stepLine, timeOf, transitionLine, type SessionFacts } from './reportLines.ts';
import {
  reportLine,
  reportTextMaker,
  type ReportText,
  type ReportTextMaker,
} from './reportText.ts';

const manifestSchema = z.object({ version: z.string() });

/** Dependencies and data of the report. */
export interface DiagnosticReportOptions {
  readonly accounts: LabelAccounts;
  readonly connections: () => readonly ConnectionEntry[];
  /** Describes the redirect flow of a connection's sign-in. */
  readonly describeRedirect: (connection: Connection) => Promise<string>;
  /** Returns the stored sessions without their tokens. Throws `StorageError`. */
  readonly sessions: () => Promise<readonly SessionFacts[]>;
  /** Returns the latest changes of sessions in this window, oldest first. */
  readonly transitions: () => readonly SessionTransition[];
  /** Calls the test endpoint as the account. Throws the errors of `ApiClient.call`. */
  readonly callTestEndpoint: (account: AccountId, signal: AbortSignal) => Promise<unknown>;
  readonly secrets: SecretStore;
  /** Secrets in memory, which the report must not contain. */
  readonly liveSecrets: SecretMask;
  /** Reads the client secret of a connection, so that `liveSecrets` includes it. Throws `StorageError`. */
  readonly readClientSecret: (connection: Connection) => Promise<unknown>;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  /** The extension's package.json. */
  readonly manifest: unknown;
}

/**
 * Returns a report for diagnosing a problem. It contains no secrets and can be sent to others. Throws
 * `CancelledError` when `signal` is aborted.
 */
export async function diagnosticReport(
  options: DiagnosticReportOptions,
  signal: AbortSignal,
): Promise<string> {
  const configuration = vscode.workspace.getConfiguration();
  const settings = [
    settingIds.pageSize,
    settingIds.requestTimeout,
    settingIds.unauthorizedCodes,
    settingIds.invalidGrantCodes,
    'http.proxySupport',
    'http.noProxy',
    'http.systemCertificates',
  ];
  const reportText = reportTextMaker(options.liveSecrets);
  const entries = options.connections();
  await readClientSecrets(entries, options, signal);
  const accounts = await accountLines(options, reportText);
  const [keyring, ...connections] = await Promise.all([
    probeKeyring(options.secrets, options.clock, signal),
    ...entries.map(async (entry) => await connectionLines(entry, options, reportText, signal)),
  ]);
  const blank = reportText('');
  const heading = (title: string): readonly ReportText[] => [
    blank,
    reportLine`## ${reportText(title)}`,
    blank,
  ];
  const { version } = manifestSchema.parse(options.manifest);
  const isWeb = vscode.env.uiKind === vscode.UIKind.Web;
  const facts = [
    reportText(vscode.l10n.t('Extension: {0}'), version),
    reportText(vscode.l10n.t('VS Code: {0}, {1}'), vscode.version, vscode.env.appName),
    reportText(vscode.l10n.t('Runs in a browser: {0}'), String(isWeb)),
    reportText(vscode.l10n.t('Remote: {0}'), vscode.env.remoteName ?? '-'),
    reportText(vscode.l10n.t('Operating system: {0} {1}'), process.platform, process.arch),
    reportText(vscode.l10n.t('Time: {0}', timeOf(options.clock.now()))),
  ];
  const lines: readonly ReportText[] = [
    reportLine`# ${reportText(vscode.l10n.t('Workforce Labels: diagnostics'))}`,
    blank,
    ...facts.map((fact) => reportLine`- ${fact}`),
    ...heading(vscode.l10n.t('Connections')),
    ...connections.flat(),
    ...heading(vscode.l10n.t('Accounts')),
    ...accounts,
    ...heading(vscode.l10n.t('Last changes of sessions in this window')),
    ...transitionLines(options.transitions(), reportText),
    ...heading(vscode.l10n.t('Keyring')),
    ...keyring.map((step) => stepLine(reportText, step)),
    ...heading(vscode.l10n.t('Settings')),
    ...settings.map((id) => reportText('- {0}: {1}', id, settingText(configuration.get(id)))),
    blank,
  ];
  return lines.join('\n');
}

/** JSON of a setting; `undefined` for a setting without a value. */
function settingText(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

/**
 * Reads the client secrets, so that they can be masked if a service repeats them. Ignores failures, as the
 * report covers the keyring.
 */
async function readClientSecrets(
  entries: readonly ConnectionEntry[],
  { readClientSecret }: DiagnosticReportOptions,
  signal: AbortSignal,
): Promise<void> {
  const reads = entries.map(async (entry) =>
    entry.kind === 'unusable' ? undefined : await readClientSecret(entry.connection),
  );
  await abortable(Promise.allSettled(reads), signal);
}

async function connectionLines(
  entry: ConnectionEntry,
  { accounts, callTestEndpoint, clock, describeRedirect, transport }: DiagnosticReportOptions,
  reportText: ReportTextMaker,
  signal: AbortSignal,
): Promise<readonly ReportText[]> {
  if (entry.kind === 'unusable') {
    const reason = reportText(vscode.l10n.t('Cannot be used. {0}'), entry.reason);
    return [reportLine`- ${reportText('{0}', entry.name)}: ${reason}`];
  }
  const { connection } = entry;
  const { baseUrl, scopes } = connection;
  const { origin } = new URL(baseUrl);
  const way = proxyFor(new URL(baseUrl));
  const steps = await probeConnection({ baseUrl, way, transport, clock, signal });
  const probe = new Probe(clock, signal);
  for (const { account } of accounts.all().filter((each) => each.account.baseUrl === baseUrl)) {
    await probe.step(
      `/api/v1/test/index, ${account.id}`,
      async (limit) => await callTestEndpoint(account.id, limit),
      () => vscode.l10n.t('accepted'),
    );
  }
  const redirect = await describeRedirect(connection);
  const proxy = reportText(vscode.l10n.t('Proxy'));
  return [
    reportText('- {0}: {1}, {2}, {3}', entry.name, origin, redirect, scopes.join(' ')),
    reportLine`  - ${proxy}: ${reportText('{0}', way.reason)}`,
    ...[...steps, ...probe.steps].map((step) => reportLine`  ${stepLine(reportText, step)}`),
  ];
}

/** Returns the proxy that VS Code uses for `url`, according to its settings and the environment. */
function proxyFor(url: URL): ProxyInUse {
  const http = vscode.workspace.getConfiguration('http');
  return proxyInUse(
    url,
    {
      proxy: http.get('proxy', ''),
      noProxy: http.get('noProxy', []),
      proxySupport: http.get('proxySupport', 'override'),
    },
    process.env,
  );
}

async function accountLines(
  { accounts, clock, sessions }: DiagnosticReportOptions,
  reportText: ReportTextMaker,
): Promise<readonly ReportText[]> {
  let facts: readonly SessionFacts[];
  try {
    await accounts.readStoredSessions();
    facts = await sessions();
  } catch (error) {
    if (error instanceof CancelledError) {
      throw error;
    }
    // The user may be looking for this very error, so the report shows it.
    return [reportText('{0}', reasonOf(error))];
  }
  const lines = accounts.all().map((account) => {
    const session = facts.find(({ accountId }) => accountId === account.account.id);
    return accountLine(reportText, account, session, clock.now(), formatNumber);
  });
  return lines.length === 0 ? [reportText(vscode.l10n.t('Nobody is signed in.'))] : lines;
}

function transitionLines(
  transitions: readonly SessionTransition[],
  reportText: ReportTextMaker,
): readonly ReportText[] {
  return transitions.length === 0
    ? [reportText(vscode.l10n.t('None.'))]
    : transitions.map((transition) => transitionLine(reportText, transition));
}
