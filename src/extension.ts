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
import { SignInNotifications } from './commands/signInNotifications.ts';
import { createConnections } from './connections/createConnections.ts';
import type { AccountId } from './core/account/account.ts';
import type { ClientApp } from './core/account/clientApp.ts';
import { parseLabelUri } from './core/account/labelAddress.ts';
import type { Label } from './core/api/label.ts';
import { HttpTransport } from './core/api/transport.ts';
import { UnauthorizedCodes } from './core/api/unauthorizedCodes.ts';
import { systemClock } from './core/async/clock.ts';
import type { Disposable } from './core/async/disposable.ts';
import { RecentLabels } from './core/labels/list/recentLabels.ts';
import { LiveSecrets } from './core/log/liveSecrets.ts';
import { RedactingLog } from './core/log/log.ts';
import { createSessions } from './core/session/createSessions.ts';
import { registerLabelChanges } from './labelChanges/registerLabelChanges.ts';
import type { OpenLabel } from './labelEditor/openLabel.ts';
import { registerLabelEditor } from './labelEditor/registerLabelEditor.ts';
import { accountOfRow, labelOfRow } from './labelsView/chosenLabels.ts';
import { FilterMemory } from './labelsView/filterMemory.ts';
import { LabelsView } from './labelsView/labelsView.ts';
import { viewTargets } from './labelsView/viewTargets.ts';
import { registerLabelTable } from './labelTable/registerLabelTable.ts';
import { linkHandler } from './links/linkHandler.ts';
import { preloadWhenIdle } from './preloading.ts';
import { Settings } from './settings.ts';
import { WalkthroughSteps } from './walkthrough/walkthroughSteps.ts';

/**
 * Creates the parts of the extension and passes each part only its dependencies. Uses neither the network nor
 * the keyring. Returns the exports for other extensions.
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
  const liveSecrets = new LiveSecrets();
  const log = new RedactingLog(channel, liveSecrets);
  const accountLabel = (account: AccountId) => accounts.find(account)?.label;
  const setClientSecret = async (app: ClientApp | undefined): Promise<boolean> =>
    await (await connectionParts.questions.get()).setClientSecretOf(app);
  const present = async (error: unknown, retry?: () => Promise<void>): Promise<void> => {
    const retryOfUser = async (): Promise<void> => {
      accounts.noteUserRetry();
      await retry?.();
    };
    const presentation = {
      log,
      liveSecrets,
      accountLabel,
      setClientSecret,
      signInNotifications,
    };
    await presentError(error, presentation, retry && retryOfUser);
  };

  // Sign-in and sessions
  const settings = own(new Settings());
  const { invalidGrantCodes, pageSize, statusNames } = settings;
  const unauthorizedCodes = own(new UnauthorizedCodes(settings.unauthorizedCodes));
  const transport = new HttpTransport({
    // Looked up for each call: VS Code replaces `fetch` with a version that honors proxies and certificates.
    fetch: async (input, init) => await globalThis.fetch(input, init),
    clock,
    log,
    timeout: settings.requestTimeout,
  });
  const jitter = Math.random();
  const sessionParts = own(
    createSessions({
      secrets,
      liveSecrets,
      folder,
      transport,
      invalidGrantCodes,
      mayReplace: async (replacement) => {
        const { askToReplace } = await import('./authentication/askToReplace.ts');
        return await askToReplace(replacement);
      },
      clock,
      log,
      jitter,
    }),
  );
  const { authorizationCodeFlow, clientSecrets, sessions, store, transitions, writers } =
    sessionParts;
  const signInNotifications = own(new SignInNotifications(sessions));
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
      liveSecrets,
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
      signInNotifications,
      codes: { invalidGrantCodes, unauthorizedCodes: settings.unauthorizedCodes },
      onDidLearnUnauthorizedCode: unauthorizedCodes.onDidLearn,
      globalMemento: globalState,
      memento: workspaceState,
      clock,
      log,
    }),
  );

  // Labels
  const walkthroughSteps = own(new WalkthroughSteps(globalState, log));
  own(
    sessions.onDidChangeSessions(({ added }) => {
      if (added.length > 0) {
        walkthroughSteps.note('signedIn');
      }
    }),
  );
  const filters = new FilterMemory(globalState);
  const recent = new RecentLabels(globalState);
  const tables = { forget: async (account: AccountId) => await labelTable.forget(account) };
  own(forgetSignedOut(sessions, [names, filters, recent, tables]));
  const view = own(
    new LabelsView({
      accounts,
      filters,
      pageSize,
      statusNames,
      setClientSecret,
      presentError: present,
      clock,
      log,
    }),
  );
  const targets = viewTargets(view, statusNames);
  const changes = registerLabelChanges({
    ...targets,
    accounts,
    statusNames,
    folder: join(folder, 'changes'),
    gridFolder: context.asAbsolutePath('dist/labelGrid'),
    replaceWorker: context.asAbsolutePath('dist/replaceWorker.js'),
    spreadsheetWorker: context.asAbsolutePath('dist/spreadsheetWorker.js'),
    journalLimits: settings.journalLimits,
    clock,
    log,
    presentError: present,
    signInNotifications,
    openTable: async (...table) => await labelTable.openTable(...table),
    onDidCarryOut: (record) => walkthroughSteps.noteRun(record),
    targetLabel: (argument) => {
      const row = labelOfRow(argument) ?? changes.labelOfRow(argument);
      const document = row === undefined ? targetDocument(argument) : undefined;
      return row === undefined
        ? document && parseLabelUri(document)
        : { accountId: row.accountId, labelId: row.label.id };
    },
    own,
  });
  const labelEditor = own(
    registerLabelEditor({
      accounts,
      recent,
      surroundings: view,
      memento: workspaceState,
      statusNames,
      formFolder: context.asAbsolutePath('dist/labelForm'),
      updates: changes.updates,
      log,
    }),
  );
  const labelTable = own(
    registerLabelTable({
      accounts,
      folder: join(folder, 'tables'),
      gridFolder: context.asAbsolutePath('dist/labelGrid'),
      statusNames,
      memento: workspaceState,
      sendReviewed: changes.sendReviewed,
      clock,
      log,
    }),
  );
  const { targetDocument, openAtName, openLabel, saveAndNext } = labelEditor;
  const openFound: OpenLabel = async (account, label, as) => {
    walkthroughSteps.note('labelFound');
    await openLabel(account, label, as);
  };
  const finder = { clock, recent, statusNames, open: openFound };
  const openAsForm = async (account: AccountId, label: Label): Promise<void> =>
    await openLabel(account, label, 'form');
  const agents = own(
    registerAgents({ accounts, store, openLabel: openAsForm, propose: changes.propose, log }),
  );
  const links = linkHandler({
    accounts,
    connections,
    openLabel: openAsForm,
    findLabels: async (account, text) => {
      const { findLabel } = await import('./labelsView/labelFinder.ts');
      await findLabel([account], finder, text);
    },
    signInNotifications,
    presentError: present,
  });
  own(registerUriHandler(authentication.callbackUriHandler, links));

  const loadHandlers = async (): Promise<UncheckedHandlers> => {
    const { commandHandlers } = await import('./commandHandlers.ts');
    return commandHandlers({
      connections: { ...connectionParts, accounts, clientSecrets },
      authentication: {
        ...authentication,
        accounts,
        authorizationCodeFlow,
        signInNotifications,
        showAccount: async (account) => await view.showAccount(account),
        accountOfRow,
      },
      accounts: { accounts, names, signOut, accountOfRow },
      labelsView: { accounts, view, targetDocument, ...finder },
      labelEditor: {
        accounts,
        recent,
        openLabel,
        updates: changes.updates,
        targetDocument,
        openAtName,
        saveAndNext,
        labelsOf: async (row) => await view.chooseLabels(row, undefined),
        labelOfRow: (row) => labelOfRow(row) ?? changes.labelOfRow(row),
      },
      labelChanges: await changes.commands(),
      diagnostics: {
        accounts,
        connections: () => connections.all(),
        describeRedirect: async (connection) => {
          const { redirectOf } = await import('./authentication/redirects.ts');
          return redirectOf(connection).description;
        },
        store,
        transitions,
        clientSecrets,
        secrets,
        liveSecrets,
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
