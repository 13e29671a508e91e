import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { pasteCallbackUrl } from './authentication/pasteCallbackUrl.ts';
import { CallbackUriHandler } from './authentication/callbackUriHandler.ts';
import { SessionNotifications } from './authentication/sessionNotifications.ts';
import { SignedInAccounts } from './accounts/signedInAccounts.ts';
import { SignIn } from './authentication/signIn.ts';
import { BrowserSignIn } from './authentication/browserSignIn.ts';
import { redirectOf } from './authentication/redirects.ts';
import { WorkforceAuthenticationProvider } from './authentication/workforceAuthenticationProvider.ts';
import { accountCommands } from './commands/accountCommands.ts';
import { connectionCommands } from './commands/connectionCommands.ts';
import { diagnosticCommands } from './commands/diagnosticCommands.ts';
import { labelCommands, type LabelTarget } from './commands/labelCommands.ts';
import { presentError } from './commands/presentError.ts';
import { registerCommands } from './commands/registerCommands.ts';
import { addConnection } from './connections/addConnection.ts';
import { Connections } from './connections/connections.ts';
import { pickConnection } from './connections/pickConnection.ts';
import { SandboxConnection, type RunningSandbox } from './connections/sandboxConnection.ts';
import { SandboxMemory } from './connections/sandboxMemory.ts';
import { setClientSecret } from './connections/setClientSecret.ts';
import { Settings } from './connections/settings.ts';
import { HttpTransport } from './core/api/transport.ts';
import type { AccountId } from './core/account/account.ts';
import { systemClock } from './core/async/clock.ts';
import type { Disposable } from './core/async/disposable.ts';
import { SessionExpiredError } from './core/errors/sessionExpiredError.ts';
import { RedactingLog } from './core/log/redactingLog.ts';
import type { LabelAccount } from './accounts/labelAccounts.ts';
import { RecentLabels } from './core/labels/list/recentLabels.ts';
import type { Connection } from './core/connections/connection.ts';
import { createSessions } from './core/session/createSessions.ts';
import { authenticationProviderId, callbackUri, labelScheme } from './ids.ts';
import { registerLabelBatch } from './labelChanges/registerLabelBatch.ts';
import { registerLabelEditor } from './labelEditor/registerLabelEditor.ts';
import { findLabel } from './labelsView/labelFinder.ts';
import { pickAccount } from './accounts/pickAccount.ts';
import { FilterMemory } from './labelsView/filterMemory.ts';
import { LabelRow } from './labelsView/rows/labelRow.ts';
import { LabelsView } from './labelsView/labelsView.ts';
import { LabelsViewRow } from './labelsView/rows/labelsViewRow.ts';
import { pickStatus } from './labelsView/statusPicker.ts';

/** Builds the extension: each part once, with what it needs and nothing else. No network, no keyring. */
export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle !== undefined) {
    l10n.config({ contents: vscode.l10n.bundle });
  }
  const { subscriptions, secrets } = context;
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
      memory: new SandboxMemory(context.globalState),
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
  const signInTo = async (account: AccountId | undefined): Promise<void> => {
    const session = await signIn.signIn(account === undefined ? {} : { account });
    await view.showAccount(session.account.id);
  };
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

  const filters = new FilterMemory(context.globalState);
  const view = own(
    new LabelsView({
      accounts,
      filters,
      pageSize: settings.pageSize,
      statusNames: settings.statusNames,
      log,
    }),
  );
  const editor = own(
    registerLabelEditor({
      accounts,
      memento: context.workspaceState,
      statusNames: settings.statusNames,
      extensionUri: context.extensionUri,
      log,
    }),
  );

  const recent = new RecentLabels(context.globalState);
  own(
    sessions.onDidChangeSessions(({ removed }) => {
      for (const { account } of removed) {
        // What labels are called is the tenant's business, and stays no longer than the session.
        void recent.forget(account.id);
        void filters.forget(account.id);
      }
    }),
  );
  const openLabel = async (
    { accountId, label }: LabelTarget,
    as: 'form' | 'json',
    preserveFocus = false,
  ): Promise<void> => {
    if (accounts.find(accountId)?.state === 'signInNeeded' && !isOpen({ accountId, label })) {
      // VS Code would keep the failure in the tab, even after signing in.
      throw new SessionExpiredError(accountId);
    }
    const { id: labelId, labelCode: code } = label;
    await editor.open({ accountId, labelId, code }, as, { preserveFocus });
    await recent.add(accountId, label);
  };
  const batch = own(
    registerLabelBatch({
      findAccount: (id) => accounts.find(id),
      statusNames: settings.statusNames,
      pickStatus: async (title, offered) => {
        const question = { title, names: settings.statusNames(), present: offered };
        return (await pickStatus({ ...question, isFilter: false }))?.status;
      },
      clock,
      log,
    }),
  );
  const withAccountOf = async (
    row: unknown,
    action: (account: LabelAccount) => Promise<void>,
  ): Promise<void> => {
    const account = await view.chooseAccount(rowOf(row));
    if (account !== undefined) {
      await action(account);
    }
  };

  own(
    registerCommands(
      {
        ...connectionCommands({ ...questions, sandbox }),
        ...accountCommands({
          accounts,
          signIn: signInTo,
          signOut: async (account) => await sessions.remove(account),
          pickAccount,
          pasteCallbackUrl: async () => await pasteCallbackUrl(authorizationCodeFlow),
          accountOfRow: (row) => rowOf(row)?.accountId,
        }),
        ...labelCommands({
          requireAccount: async () =>
            await accounts.requireAccount(vscode.l10n.t('Sign in to work with labels.')),
          view: {
            refresh: async (row) => await view.refresh(rowOf(row)),
            filter: async (row) => await view.filter(rowOf(row)),
            clearFilter: async (row) => await view.clearFilter(rowOf(row)),
            find: async (row) =>
              await withAccountOf(row, async (account) => {
                await findLabel(account, {
                  clock,
                  recent,
                  statusNames: settings.statusNames,
                  open: async (accountId, label, as) => await openLabel({ accountId, label }, as),
                });
              }),
            loadMore: async (row) => await view.loadMore(rowOf(row)),
            loadAll: async (row) => await view.loadAll(rowOf(row)),
            chooseLabels: async (row, rows) => (await view.chooseLabels(rowOf(row), rows)).labels,
          },
          batch: {
            setStatus: async (row, rows) => {
              const { account, labels } = await view.chooseLabels(rowOf(row), rows);
              if (account !== undefined) {
                await batch.setStatus(account, labels);
              }
            },
            exportLabels: async (row) =>
              await withAccountOf(row, async (account) => {
                await batch.exportLabels(account, view.filterOf(account));
              }),
            importLabels: async (row) =>
              await withAccountOf(row, async (account) => await batch.importLabels(account)),
            applyReviewed: async (key) => await batch.applyReviewed(key),
            undo: async (key) => await batch.undo(key),
          },
          labelOfRow,
          open: async (target, as, preserveFocus) => {
            const uri = activeLabelUri();
            if (target !== undefined) {
              await openLabel(target, as, preserveFocus);
            } else if (uri !== undefined) {
              await editor.reopen(uri, as);
            }
          },
        }),
        ...diagnosticCommands({
          accounts,
          connections: () => connections.all(),
          describeRedirect: (connection) => redirectOf(connection).description,
          manifest: context.extension.packageJSON,
          showLog: () => channel.show(),
        }),
      },
      present,
    ),
  );
}

/** Loads the sandbox, which nobody pays for who does not use it. */
async function startSandbox(): Promise<RunningSandbox> {
  const module = await import('./sandbox/sandbox.ts');
  return await module.startSandbox({
    redirectUris: [callbackUri(vscode.env.uriScheme)],
  });
}

function rowOf(argument: unknown): LabelsViewRow | undefined {
  return argument instanceof LabelsViewRow ? argument : undefined;
}

function labelOfRow(argument: unknown): LabelTarget | undefined {
  return argument instanceof LabelRow ? argument : undefined;
}

/** Whether the label's document is open, under whichever code. */
function isOpen({ accountId, label }: LabelTarget): boolean {
  const folder = `/${accountId}/${label.id}/`;
  return vscode.workspace.textDocuments.some(
    ({ uri }) => uri.scheme === labelScheme && uri.path.startsWith(folder),
  );
}

/** The label document that is open in the active tab, in whichever editor. */
function activeLabelUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uri =
    input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom
      ? input.uri
      : undefined;
  return uri?.scheme === labelScheme ? uri : undefined;
}
