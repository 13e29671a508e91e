import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AccountNames } from './accounts/accountNames.ts';
import { accountCommands } from './accounts/commands.ts';
import { SignedInAccounts } from './accounts/signedInAccounts.ts';
import { agentCommands } from './agents/commands.ts';
import { LabelLinks } from './agents/labelLinks.ts';
import { exportsOf } from './agents/labelsApi.ts';
import { registerLabelTools } from './agents/registerLabelTools.ts';
import type { WorkforceExports } from './agents/workforceApi.ts';
import { BrowserSignIn } from './authentication/browserSignIn.ts';
import { CallbackUriHandler } from './authentication/callbackUriHandler.ts';
import { authenticationCommands } from './authentication/commands.ts';
import { redirectOf } from './authentication/redirects.ts';
import { SessionNotifications } from './authentication/sessionNotifications.ts';
import { SignIn } from './authentication/signIn.ts';
import { SignInStatusBarItem } from './authentication/signInStatusBarItem.ts';
import { WorkforceAuthenticationProvider } from './authentication/workforceAuthenticationProvider.ts';
import { presentError } from './commands/presentError.ts';
import { registerCommands } from './commands/registerCommands.ts';
import { textLanguage } from './commands/textLanguage.ts';
import { addConnection } from './connections/addConnection.ts';
import { connectionCommands } from './connections/commands.ts';
import { ConnectionRemoval } from './connections/connectionRemoval.ts';
import { Connections } from './connections/connections.ts';
import { pickConnection } from './connections/pickConnection.ts';
import { SandboxConnection, type RunningSandbox } from './connections/sandboxConnection.ts';
import { SandboxMemory } from './connections/sandboxMemory.ts';
import { setClientSecret } from './connections/setClientSecret.ts';
import type { AccountId } from './core/account/account.ts';
import { parseLabelUri } from './core/account/labelAddress.ts';
import type { Label } from './core/api/label.ts';
import { callTestEndpoint } from './core/api/testEndpoint.ts';
import { HttpTransport } from './core/api/transport.ts';
import { systemClock } from './core/async/clock.ts';
import type { Disposable } from './core/async/disposable.ts';
import type { Connection } from './core/connections/connection.ts';
import { RecentLabels } from './core/labels/list/recentLabels.ts';
import { RedactingLog } from './core/log/log.ts';
import { createSessions } from './core/session/createSessions.ts';
import { SignOut } from './core/session/signOut.ts';
import { accountOfSession } from './core/session/storedSession.ts';
import { diagnosticCommands } from './diagnostics/commands.ts';
import { authenticationProviderId, callbackUri } from './ids.ts';
import { labelOfChangesRow } from './labelChanges/changesRows.ts';
import { labelChanges } from './labelChanges/commands.ts';
import { labelEditorCommands } from './labelEditor/commands.ts';
import { activeLabelUri, labelOpener, type OpenLabel } from './labelEditor/openLabel.ts';
import { registerLabelEditor } from './labelEditor/registerLabelEditor.ts';
import { accountOfRow, labelOfRow, rowOf } from './labelsView/chosenLabels.ts';
import { labelsViewCommands } from './labelsView/commands.ts';
import { FilterMemory } from './labelsView/filterMemory.ts';
import { findLabel } from './labelsView/labelFinder.ts';
import { LabelsView } from './labelsView/labelsView.ts';
import { pickNewStatus } from './labelsView/newStatusPicker.ts';
import { Settings } from './settings.ts';
import { Accomplishments } from './walkthrough/accomplishments.ts';
import { walkthroughCommands } from './walkthrough/commands.ts';

/**
 * Builds the extension: each part once, with what it needs and nothing else. No network, no keyring. Returns
 * what other extensions get.
 */
export function activate(context: vscode.ExtensionContext): WorkforceExports {
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
      invalidGrantCodes: settings.invalidGrantCodes,
      clock,
      log,
      jitter: Math.random(),
    }),
  );
  const { authorizationCodeFlow, clientSecrets, sessions } = sessionParts;

  const connections = own(new Connections(log));
  const sandboxMemory = new SandboxMemory(globalState);
  const signOut = new SignOut(sessions, clientSecrets, () => [
    ...connections.apps(),
    // Also those of other windows, whose secrets nobody could type.
    ...sandboxMemory.running(),
  ]);
  const sandbox = own(
    new SandboxConnection({
      start: startSandbox,
      connections,
      clientSecrets,
      signOut,
      memory: sandboxMemory,
    }),
  );
  const questions = {
    connections: () => connections.all(),
    addConnection: async () => await addConnection(connections, clientSecrets),
    pickConnection,
    setClientSecret: async (connection: Connection) =>
      await setClientSecret(connection, clientSecrets),
  };
  const browserSignIn = new BrowserSignIn(
    authorizationCodeFlow,
    async (error) => await present(error),
  );
  const signIn = new SignIn(browserSignIn, sessions, questions);
  const names = own(new AccountNames(globalState));
  const accounts = own(
    new SignedInAccounts({
      sessions,
      names,
      connections,
      transport,
      unauthorizedCodes: settings.unauthorizedCodes,
      prepare: async () => await sandbox.removeLeftovers(),
      log,
    }),
  );
  const provider = own(
    new WorkforceAuthenticationProvider({
      sessions,
      store: sessionParts.store,
      signOut: async (account) => await signOut.ofAccount(account),
      signIn: async (scopes, account) =>
        await signIn.signIn({ scopes, ...(account === undefined ? {} : { account }) }),
      log,
    }),
  );
  own(new SignInStatusBarItem(accounts));
  own(new SessionNotifications({ ...sessionParts, clock, accounts }, present));
  own(
    vscode.authentication.registerAuthenticationProvider(
      authenticationProviderId,
      'Workforce',
      provider,
      { supportsMultipleAccounts: true },
    ),
  );
  const accomplishments = own(new Accomplishments());
  const { statusNames } = settings;
  const filters = new FilterMemory(globalState);
  const recent = new RecentLabels(globalState);
  own(
    sessions.onDidChangeSessions(({ removed }) => {
      for (const { account } of removed) {
        // What labels are called is the tenant's business, and stays no longer than the session.
        void recent.forget(account.id);
        void filters.forget(account.id);
        void names.forget(account.id);
      }
    }),
  );
  const { pageSize } = settings;
  const view = own(new LabelsView({ accounts, filters, pageSize, statusNames, clock, log }));
  const openLabel = labelOpener(accounts, recent);
  const { extensionUri } = context;
  own(
    registerLabelEditor({
      accounts,
      recent,
      openLabel,
      surroundings: view,
      memento: workspaceState,
      statusNames,
      extensionUri,
      log,
    }),
  );
  const changes = labelChanges({
    accounts,
    chooseAccount: async (row) => await view.chooseAccount(rowOf(row)),
    chooseLabels: async (row, rows) => await view.chooseLabels(rowOf(row), rows),
    labelsCalledOn: (account, row, rows) => view.labelsCalledOn(account, rowOf(row), rows),
    selectedLabels: (account) => view.selectedLabels(account),
    filterOf: (account) => view.filters.of(account),
    pickStatus: async (title, account, labels) => {
      const seen = view.filters.statusesSeen(account);
      return await pickNewStatus({ title, labels, seen, names: statusNames() });
    },
    statusNames,
    folder: join(context.globalStorageUri.fsPath, 'changes'),
    replaceWorker: context.asAbsolutePath('dist/replaceWorker.js'),
    journalLimits: settings.journalLimits,
    clock,
    log,
    presentError: present,
    onDidCarryOut: (record) => {
      if (record.counts.done > 0) {
        accomplishments.note(record.header.origin === 'undo' ? 'changesUndone' : 'labelsChanged');
      }
    },
    own,
  });
  const openForm = async (account: AccountId, label: Label): Promise<void> =>
    await openLabel(account, label, 'form');
  const openFound: OpenLabel = async (account, label, as) => {
    accomplishments.note('labelFound');
    await openLabel(account, label, as);
  };
  const finder = { clock, recent, statusNames, open: openFound };
  own(
    registerUriHandlers(
      new CallbackUriHandler(authorizationCodeFlow, present, vscode.env.uiKind),
      new LabelLinks({
        accounts,
        hasConnection: (name) => connections.all().some((each) => each.name === name),
        openLabel: openForm,
        findLabels: async (account, text) => await findLabel([account], finder, text),
        presentError: present,
        uiKind: vscode.env.uiKind,
      }),
    ),
  );
  own(
    registerLabelTools({
      accounts,
      propose: async (account, proposal) =>
        await changes.propose(account, proposal, 'languageModel'),
      log,
    }),
  );

  const handlers = {
    ...walkthroughCommands,
    ...connectionCommands({
      connections,
      clientSecrets,
      removal: new ConnectionRemoval({ connections, signOut, accounts }),
      sandbox,
    }),
    ...authenticationCommands({
      accounts,
      authorizationCodeFlow,
      signIn: async (account, delivery) => {
        const target = account === undefined ? { delivery } : { account, delivery };
        const { id } = (await signIn.signIn(target)).account;
        await view.showAccount(id);
        return id;
      },
      copyWaitingLink: async () => await browserSignIn.copyWaitingLink(),
      accountOfRow,
    }),
    ...accountCommands({
      accounts,
      names,
      signOut: async (account) => await signOut.ofAccount(account),
      accountOfRow,
    }),
    ...labelsViewCommands({ accounts, view, ...finder }),
    ...labelEditorCommands({
      openLabel,
      labelOfRow: (row) => labelOfRow(row) ?? labelOfChangesRow(row),
    }),
    ...changes.commands,
    ...agentCommands({
      accounts,
      isRow: (row) => rowOf(row) !== undefined,
      chooseLabels: async (row, rows) => await view.chooseLabels(rowOf(row), rows),
      activeLabel: () => {
        const uri = activeLabelUri();
        return uri === undefined ? undefined : parseLabelUri(uri);
      },
    }),
    ...diagnosticCommands({
      accounts,
      connections: () => connections.all(),
      describeRedirect: (connection) => redirectOf(connection).description,
      sessions: async () =>
        (await sessionParts.store.list()).map((session) => ({
          accountId: accountOfSession(session).id,
          scopes: session.scopes,
          issuedAt: session.issuedAt,
          expiresIn: session.expiresIn,
        })),
      transitions: () => sessionParts.transitions.recent(),
      callTestEndpoint: async (account, signal) => {
        const client = accounts.clientOf(account);
        return client === undefined ? undefined : await callTestEndpoint(client, signal);
      },
      secrets,
      transport,
      clock,
      manifest: context.extension.packageJSON,
      channel,
    }),
  };
  own(registerCommands(handlers, present));
  return exportsOf({
    accounts,
    isAccessToken: async (account, token) =>
      (await sessionParts.store.read(account))?.accessToken === token,
    openLabel: openForm,
    propose: async (account, proposal) => await changes.propose(account, proposal, 'extension'),
  });
}

/** VS Code takes one handler of an extension: the way back of a sign-in, and all that may be a link. */
function registerUriHandlers(callback: vscode.UriHandler, links: vscode.UriHandler): Disposable {
  return vscode.window.registerUriHandler({
    handleUri: async (uri) => await (uri.path === '/callback' ? callback : links).handleUri(uri),
  });
}

/** Loads the sandbox, which nobody pays for who does not use it. */
async function startSandbox(): Promise<RunningSandbox> {
  const module = await import('./sandbox/sandbox.ts');
  return await module.startSandbox({
    language: textLanguage(),
    redirectUris: [callbackUri(vscode.env.uriScheme)],
  });
}
