import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AccountNames } from './accounts/accountNames.ts';
import { forgetSignedOut } from './accounts/forgetSignedOut.ts';
import { SignedInAccounts } from './accounts/signedInAccounts.ts';
import { registerAgents } from './agents/registerAgents.ts';
import type { WorkforceExports } from './agents/workforceApi.ts';
import { registerUriHandler } from './authentication/callbackUriHandler.ts';
import { registerAuthentication } from './authentication/registerAuthentication.ts';
import { presentError } from './commands/presentError.ts';
import { registerCommands, type UncheckedHandlers } from './commands/registerCommands.ts';
import { createConnections } from './connections/createConnections.ts';
import type { AccountId } from './core/account/account.ts';
import { HttpTransport } from './core/api/transport.ts';
import { systemClock } from './core/async/clock.ts';
import type { Disposable } from './core/async/disposable.ts';
import { RecentLabels } from './core/labels/list/recentLabels.ts';
import { RedactingLog } from './core/log/log.ts';
import { createSessions } from './core/session/createSessions.ts';
import { labelChanges } from './labelChanges/commands.ts';
import { activeLabel, type OpenLabel } from './labelEditor/openLabel.ts';
import { registerLabelEditor } from './labelEditor/registerLabelEditor.ts';
import { accountOfRow, labelOfRow } from './labelsView/chosenLabels.ts';
import { commandTargets } from './labelsView/commandTargets.ts';
import { FilterMemory } from './labelsView/filterMemory.ts';
import { LabelsView } from './labelsView/labelsView.ts';
import { preloadWhenIdle } from './preloading.ts';
import { Settings } from './settings.ts';
import { Accomplishments } from './walkthrough/accomplishments.ts';

/**
 * Builds the extension: each part once, with what it needs and nothing else. No network, no keyring. Returns
 * what other extensions get.
 */
export function activate(context: vscode.ExtensionContext): WorkforceExports {
  if (vscode.l10n.bundle !== undefined) {
    l10n.config({ contents: vscode.l10n.bundle });
  }
  const { globalState, secrets, subscriptions, workspaceState } = context;
  const folder = context.globalStorageUri.fsPath;
  const own = <T extends Disposable>(part: T): T => {
    subscriptions.push(part);
    return part;
  };
  const clock = systemClock;
  const channel = own(vscode.window.createOutputChannel('Workforce Labels', { log: true }));
  const log = new RedactingLog(channel);
  const accountLabel = (account: AccountId) => accounts.find(account)?.label;
  const present = async (error: unknown, retry?: () => Promise<void>): Promise<void> =>
    await presentError(error, { log, accountLabel }, retry);

  // Who is signed in where
  const settings = own(new Settings());
  const { invalidGrantCodes, pageSize, statusNames, unauthorizedCodes } = settings;
  const transport = new HttpTransport({
    // Looked up at each call: VS Code puts one in its place that honours proxies and certificates.
    fetch: async (input, init) => await globalThis.fetch(input, init),
    clock,
    log,
    timeout: settings.requestTimeout,
  });
  const jitter = Math.random();
  const sessionParts = own(
    createSessions({ secrets, folder, transport, invalidGrantCodes, clock, log, jitter }),
  );
  const { authorizationCodeFlow, clientSecrets, sessions, store, transitions, writers } =
    sessionParts;
  const connectionParts = own(
    createConnections({
      clientSecrets,
      sessions,
      memento: globalState,
      loadSandbox: async () => await import('./sandbox/sandbox.ts'),
      log,
    }),
  );
  const { connections, questions } = connectionParts;
  const signOut = async (account: AccountId): Promise<void> =>
    await (await connectionParts.signOut.get()).ofAccount(account);
  const names = own(new AccountNames(globalState));
  const accounts = own(
    new SignedInAccounts({
      sessions,
      names,
      connections,
      transport,
      unauthorizedCodes,
      prepare: connectionParts.removeLeftovers,
      log,
    }),
  );
  const authentication = own(
    registerAuthentication({
      sessionParts,
      accounts,
      questions,
      signOut,
      presentError: present,
      clock,
      log,
    }),
  );

  // Their labels
  const accomplishments = own(new Accomplishments());
  const filters = new FilterMemory(globalState);
  const recent = new RecentLabels(globalState);
  own(forgetSignedOut(sessions, [names, filters, recent]));
  const view = own(new LabelsView({ accounts, filters, pageSize, statusNames, clock, log }));
  const targets = commandTargets(view, statusNames);
  const labelEditor = own(
    registerLabelEditor({
      accounts,
      recent,
      surroundings: view,
      memento: workspaceState,
      statusNames,
      formFolder: context.asAbsolutePath('dist/labelForm'),
      log,
    }),
  );
  const { openLabel } = labelEditor;
  const changes = labelChanges({
    ...targets,
    accounts,
    statusNames,
    folder: join(folder, 'changes'),
    replaceWorker: context.asAbsolutePath('dist/replaceWorker.js'),
    journalLimits: settings.journalLimits,
    clock,
    log,
    presentError: present,
    onDidCarryOut: (record) => accomplishments.noteRun(record),
    own,
  });
  const openFound: OpenLabel = async (account, label, as) => {
    accomplishments.note('labelFound');
    await openLabel(account, label, as);
  };
  const finder = { clock, recent, statusNames, open: openFound };
  const agents = own(
    registerAgents({
      accounts,
      connections: () => connections.all(),
      store,
      openLabel: async (account, label) => await openLabel(account, label, 'form'),
      findLabels: async (account, text) => {
        const { findLabel } = await import('./labelsView/labelFinder.ts');
        await findLabel([account], finder, text);
      },
      propose: changes.propose,
      presentError: present,
      log,
    }),
  );
  own(registerUriHandler(authentication.callbackUriHandler, agents.links));

  const loadHandlers = async (): Promise<UncheckedHandlers> => {
    const { commandHandlers } = await import('./commandHandlers.ts');
    return commandHandlers({
      connections: { ...connectionParts, accounts, clientSecrets },
      authentication: {
        ...authentication,
        accounts,
        authorizationCodeFlow,
        showAccount: async (account) => await view.showAccount(account),
        accountOfRow,
      },
      accounts: { accounts, names, signOut, accountOfRow },
      labelsView: { accounts, view, ...finder },
      labelEditor: {
        openLabel,
        labelOfRow: (row) => labelOfRow(row) ?? changes.labelOfRow(row),
      },
      labelChanges: changes.commands,
      agents: { ...targets, accounts, activeLabel },
      diagnostics: {
        accounts,
        connections: () => connections.all(),
        describeRedirect: async (connection) => {
          const { redirectOf } = await import('./authentication/redirects.ts');
          return redirectOf(connection).description;
        },
        store,
        transitions,
        secrets,
        transport,
        clock,
        manifest: context.extension.packageJSON,
        channel,
      },
    });
  };
  own(registerCommands(loadHandlers, present));
  const parts = [
    async () => await writers.get(),
    labelEditor.load,
    async () => await import('./commandHandlers.ts'),
    async () => await authentication.signInParts.get(),
    async () => await connectionParts.signOut.get(),
  ];
  own(preloadWhenIdle(view.onDidLoad, { parts, clock, log }));
  return agents.exports;
}
