import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { accountCommands } from './accounts/commands.ts';
import { SignedInAccounts } from './accounts/signedInAccounts.ts';
import { BrowserSignIn } from './authentication/browserSignIn.ts';
import { CallbackUriHandler } from './authentication/callbackUriHandler.ts';
import { authenticationCommands } from './authentication/commands.ts';
import { redirectOf } from './authentication/redirects.ts';
import { SessionNotifications } from './authentication/sessionNotifications.ts';
import { SignIn } from './authentication/signIn.ts';
import { WorkforceAuthenticationProvider } from './authentication/workforceAuthenticationProvider.ts';
import { presentError } from './commands/presentError.ts';
import { registerCommands } from './commands/registerCommands.ts';
import { addConnection } from './connections/addConnection.ts';
import { connectionCommands } from './connections/commands.ts';
import { Connections } from './connections/connections.ts';
import { pickConnection } from './connections/pickConnection.ts';
import { SandboxConnection, type RunningSandbox } from './connections/sandboxConnection.ts';
import { SandboxMemory } from './connections/sandboxMemory.ts';
import { setClientSecret } from './connections/setClientSecret.ts';
import { Settings } from './connections/settings.ts';
import { HttpTransport } from './core/api/transport.ts';
import { systemClock } from './core/async/clock.ts';
import type { Disposable } from './core/async/disposable.ts';
import type { Connection } from './core/connections/connection.ts';
import { RecentLabels } from './core/labels/list/recentLabels.ts';
import { RedactingLog } from './core/log/log.ts';
import { createSessions } from './core/session/createSessions.ts';
import { diagnosticCommands } from './diagnostics/commands.ts';
import { authenticationProviderId, callbackUri } from './ids.ts';
import { labelChangesCommands } from './labelChanges/commands.ts';
import { labelEditorCommands } from './labelEditor/commands.ts';
import { labelOpener } from './labelEditor/openLabel.ts';
import { registerLabelEditor } from './labelEditor/registerLabelEditor.ts';
import { accountOfRow, labelOfRow, rowOf } from './labelsView/chosenLabels.ts';
import { labelsViewCommands } from './labelsView/commands.ts';
import { FilterMemory } from './labelsView/filterMemory.ts';
import { LabelsView } from './labelsView/labelsView.ts';
import { pickStatus } from './labelsView/statusPicker.ts';

/** Builds the extension: each part once, with what it needs and nothing else. No network, no keyring. */
export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle !== undefined) {
    l10n.config({ contents: vscode.l10n.bundle });
  }
  const { globalState, secrets, subscriptions, workspaceState } = context;
  const own = <T extends Disposable>(part: T): T => {
    subscriptions.push(part);
    return part;
  };
  const channel = own(vscode.window.createOutputChannel('Workforce Labels', { log: true }));
  const log = new RedactingLog(channel);
  const present = async (error: unknown, retry?: () => Promise<void>): Promise<void> =>
    await presentError(
      error,
      { log, accountLabel: (account) => accounts.find(account)?.label },
      retry,
    );

  const clock = systemClock;
  const settings = own(new Settings());
  const transport = new HttpTransport({
    // Looked up at each call: VS Code puts one in its place that honours proxies and certificates.
    fetch: async (input, init) => await globalThis.fetch(input, init),
    clock,
    log,
    timeout: settings.requestTimeout,
  });
  const sessionParts = own(
    createSessions({
      secrets,
      folder: context.globalStorageUri.fsPath,
      transport,
      clock,
      log,
      jitter: Math.random(),
    }),
  );
  const { authorizationCodeFlow, clientSecrets, sessions } = sessionParts;

  const connections = new Connections(log);
  const sandbox = own(
    new SandboxConnection({
      start: startSandbox,
      connections,
      clientSecrets,
      sessions,
      memory: new SandboxMemory(globalState),
    }),
  );
  const questions = {
    connections: () => connections.all(),
    addConnection: async () => await addConnection(connections, clientSecrets),
    pickConnection,
    setClientSecret: async (connection: Connection) =>
      await setClientSecret(connection, clientSecrets),
  };
  const signIn = new SignIn(new BrowserSignIn(authorizationCodeFlow, log), sessions, questions);
  const accounts = own(
    new SignedInAccounts({
      sessions,
      transport,
      unauthorizedCodes: settings.unauthorizedCodes,
      prepare: async () => await sandbox.removeLeftovers(),
      log,
    }),
  );
  const provider = own(
    new WorkforceAuthenticationProvider({
      sessions,
      signIn: async (scopes, account) =>
        await signIn.signIn({ scopes, ...(account === undefined ? {} : { account }) }),
      log,
    }),
  );
  own(new SessionNotifications(sessionParts, async (error) => await present(error)));
  own(
    vscode.authentication.registerAuthenticationProvider(
      authenticationProviderId,
      'Workforce',
      provider,
      { supportsMultipleAccounts: true },
    ),
  );
  own(vscode.window.registerUriHandler(new CallbackUriHandler(authorizationCodeFlow, present)));

  const { statusNames } = settings;
  const filters = new FilterMemory(globalState);
  const recent = new RecentLabels(globalState);
  own(
    sessions.onDidChangeSessions(({ removed }) => {
      for (const { account } of removed) {
        // What labels are called is the tenant's business, and stays no longer than the session.
        void recent.forget(account.id);
        void filters.forget(account.id);
      }
    }),
  );
  const { pageSize } = settings;
  const view = own(new LabelsView({ accounts, filters, pageSize, statusNames, log }));
  const { extensionUri } = context;
  own(registerLabelEditor({ accounts, memento: workspaceState, statusNames, extensionUri, log }));
  const openLabel = labelOpener(accounts, recent);

  const handlers = {
    ...connectionCommands({ connections, clientSecrets, sandbox }),
    ...authenticationCommands({
      accounts,
      authorizationCodeFlow,
      signIn: async (account) => {
        const session = await signIn.signIn(account === undefined ? {} : { account });
        await view.showAccount(session.account.id);
      },
      accountOfRow,
    }),
    ...accountCommands({
      accounts,
      signOut: async (account) => await sessions.remove(account),
      accountOfRow,
    }),
    ...labelsViewCommands({ accounts, view, clock, recent, statusNames, open: openLabel }),
    ...labelEditorCommands({ openLabel, labelOfRow }),
    ...labelChangesCommands({
      accounts,
      chooseAccount: async (row) => await view.chooseAccount(rowOf(row)),
      chooseLabels: async (row, rows) => await view.chooseLabels(rowOf(row), rows),
      filterOf: (account) => view.filterOf(account),
      pickStatus: async (title, offered) => {
        const question = { title, names: statusNames(), present: offered, isFilter: false };
        return (await pickStatus(question))?.status;
      },
      statusNames,
      clock,
      log,
      own,
    }),
    ...diagnosticCommands({
      accounts,
      connections: () => connections.all(),
      describeRedirect: (connection) => redirectOf(connection).description,
      manifest: context.extension.packageJSON,
      channel,
    }),
  };
  own(registerCommands(handlers, present));
}

/** Loads the sandbox, which nobody pays for who does not use it. */
async function startSandbox(): Promise<RunningSandbox> {
  const module = await import('./sandbox/sandbox.ts');
  return await module.startSandbox({
    redirectUris: [callbackUri(vscode.env.uriScheme)],
  });
}
