import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import type { AccountId } from '../core/account/account.ts';
import type { HttpTransport } from '../core/api/transport.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { ConnectionEntry } from '../core/connections/connectionEntry.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { redact } from '../core/log/redaction.ts';
import type { SecretStore } from '../core/secrets/secretStore.ts';
import type { SessionTransition } from '../core/session/sessionTransitionLog.ts';
import { singleLine } from '../core/text/displayText.ts';
import { settingIds } from '../ids.ts';
import { probeConnection } from './connectionProbe.ts';
import { probeKeyring } from './keyringProbe.ts';
import { Probe, type ProbeStep } from './probe.ts';
import { proxyInUse, type ProxyInUse } from './proxyInUse.ts';

const manifestSchema = z.object({ version: z.string() });

/** Data of a session for the report, without secrets. */
interface SessionFacts {
  readonly accountId: AccountId;
  readonly scopes: readonly string[];
  /** Time of the tokens' arrival: wall-clock time in milliseconds. */
  readonly issuedAt: number;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number;
}

/** Subject of the report. */
export interface DiagnosticReportOptions {
  readonly accounts: LabelAccounts;
  readonly connections: () => readonly ConnectionEntry[];
  /** Describes the redirect flow of a connection's sign-in. */
  readonly describeRedirect: (connection: Connection) => Promise<string>;
  /** Returns the stored sessions without their tokens. Throws `StorageError`. */
  readonly sessions: () => Promise<readonly SessionFacts[]>;
  /** Returns the last changes of sessions in this window, oldest first. */
  readonly transitions: () => readonly SessionTransition[];
  /** Calls the test endpoint as the account. Throws as `ApiClient.call` does. */
  readonly callTestEndpoint: (account: AccountId, signal: AbortSignal) => Promise<unknown>;
  readonly secrets: SecretStore;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  /** The extension's package.json. */
  readonly manifest: unknown;
}

/**
 * Returns a report for diagnosing a fault, without secrets, that can be sent to others. Throws `CancelledError`
 * when `signal` is aborted.
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
  const accounts = await accountLines(options);
  const entries = options.connections();
  const [keyring, ...connections] = await Promise.all([
    probeKeyring(options.secrets, options.clock, signal),
    ...entries.map(async (entry) => await connectionLines(entry, options, signal)),
  ]);
  const lines = [
    `# ${vscode.l10n.t('Workforce Labels: diagnostics')}`,
    '',
    `- ${vscode.l10n.t('Extension: {0}', manifestSchema.parse(options.manifest).version)}`,
    `- ${vscode.l10n.t('VS Code: {0}, {1}', vscode.version, vscode.env.appName)}`,
    `- ${vscode.l10n.t('Runs in a browser: {0}', String(vscode.env.uiKind === vscode.UIKind.Web))}`,
    `- ${vscode.l10n.t('Remote: {0}', vscode.env.remoteName ?? '-')}`,
    `- ${vscode.l10n.t('Operating system: {0} {1}', process.platform, process.arch)}`,
    `- ${vscode.l10n.t('Time: {0}', timeOf(options.clock.now()))}`,
    '',
    `## ${vscode.l10n.t('Connections')}`,
    '',
    ...connections.flat(),
    '',
    `## ${vscode.l10n.t('Accounts')}`,
    '',
    ...accounts,
    '',
    `## ${vscode.l10n.t('Last changes of sessions in this window')}`,
    '',
    ...transitionLines(options.transitions()),
    '',
    `## ${vscode.l10n.t('Keyring')}`,
    '',
    ...keyring.map((step) => lineOf(step)),
    '',
    `## ${vscode.l10n.t('Settings')}`,
    '',
    ...settings.map((id) => `- ${id}: ${JSON.stringify(configuration.get(id))}`),
    '',
  ];
  // The last line of defence: no secret is meant to get here.
  return lines.map((line) => redact(line)).join('\n');
}

async function connectionLines(
  entry: ConnectionEntry,
  { accounts, callTestEndpoint, clock, describeRedirect, transport }: DiagnosticReportOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const name = singleLine(entry.name);
  if (entry.kind === 'unusable') {
    return [`- ${name}: ${vscode.l10n.t('Cannot be used. {0}', entry.reason)}`];
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
  return [
    `- ${name}: ${origin}, ${await describeRedirect(connection)}, ${scopes.join(' ')}`,
    `  - ${vscode.l10n.t('Proxy')}: ${way.reason}`,
    ...[...steps, ...probe.steps].map((step) => `  ${lineOf(step)}`),
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

async function accountLines({
  accounts,
  clock,
  sessions,
}: DiagnosticReportOptions): Promise<readonly string[]> {
  let facts: readonly SessionFacts[];
  try {
    await accounts.readStoredSessions();
    facts = await sessions();
  } catch (error) {
    if (error instanceof CancelledError) {
      throw error;
    }
    // The fault that is looked for may be this one.
    return [reasonOf(error)];
  }
  const lines = accounts.all().map((account) => {
    const session = facts.find(({ accountId }) => accountId === account.account.id);
    return accountLine(account, session, clock.now());
  });
  return lines.length === 0 ? [vscode.l10n.t('Nobody is signed in.')] : lines;
}

function accountLine(
  { account, connectionName, state }: LabelAccount,
  session: SessionFacts | undefined,
  now: number,
): string {
  const facts =
    session === undefined
      ? []
      : [
          vscode.l10n.t('scopes {0}', session.scopes.join(' ')),
          vscode.l10n.t(
            'tokens issued {0} min ago',
            formatNumber(Math.round((now - session.issuedAt) / 60_000)),
          ),
          vscode.l10n.t(
            'access token lifetime {0} min',
            formatNumber(Math.round(session.expiresIn / 60)),
          ),
        ];
  return [`- ${account.id}: ${state}`, singleLine(connectionName), ...facts].join(', ');
}

function transitionLines(transitions: readonly SessionTransition[]): readonly string[] {
  return transitions.length === 0
    ? [vscode.l10n.t('None.')]
    : transitions.map(({ accountId, at, from = '-', reason, to = '-' }) => {
        const change = from === to ? to : `${from} → ${to}`;
        return `- ${timeOf(at)} ${accountId}: ${change}, ${singleLine(reason)}`;
      });
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function lineOf({ result, succeeded, title }: ProbeStep): string {
  return `- ${succeeded ? '✓' : '✗'} ${title}: ${result}`;
}
