import * as vscode from 'vscode';
import type { AccountId } from '../core/account/account.ts';
import type { ClientApp } from '../core/account/clientApp.ts';
import type { ConfigurationStep } from '../core/errors/configurationError.ts';
import { isKnownError, type KnownError } from '../core/errors/knownError.ts';
import { isScopeRefusal } from '../core/errors/scopeRefusal.ts';
import type { StorageError } from '../core/errors/storageError.ts';
import type { SecretMask } from '../core/log/liveSecrets.ts';
import type { Log } from '../core/log/log.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds, settingIds } from '../ids.ts';
import { notify, type ButtonEffect } from '../surfaces/notify.ts';
import type { AwaitedSignIn, SignInNotifications } from './signInNotifications.ts';

/** Button of a message. */
interface NextStep {
  readonly title: string;
  readonly effect: ButtonEffect;
  readonly run: () => PromiseLike<unknown>;
  /** Sign-in after which the message is outdated and closes. */
  readonly awaits?: AwaitedSignIn;
}

interface ErrorPresentation {
  readonly log: Log;
  /** Secrets in memory, which no message may show. */
  readonly liveSecrets: SecretMask;
  readonly signInNotifications: Pick<SignInNotifications, 'show'>;
  /** Returns the label of an account; undefined if unknown. */
  readonly accountLabel: (account: AccountId) => string | undefined;
  /** Asks for the client secret of an app. Returns false if cancelled. */
  readonly setClientSecret: (app: ClientApp | undefined) => Promise<boolean>;
}

/**
 * Shows `error` as a message with its next step; does not show cancellations. Offers `retry` if it can help,
 * and runs it after a step that makes it possible. If several calls fail with the same session, the message
 * appears only once while it is open. A message that asks for a sign-in closes after the sign-in.
 */
export async function presentError(
  error: unknown,
  { accountLabel, liveSecrets, log, setClientSecret, signInNotifications }: ErrorPresentation,
  retry?: () => Promise<void>,
): Promise<void> {
  if (!isKnownError(error)) {
    log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    await (isFileMissing(error)
      ? show(
          vscode.l10n.t(
            'Workforce Labels was updated. Reload the window to continue; nothing you typed is lost.',
          ),
          [reloadWindow()],
          signInNotifications,
        )
      : show(
          vscode.l10n.t('Something went wrong in Workforce Labels.'),
          [showLog()],
          signInNotifications,
        ));
    return;
  }
  if (error.code === 'cancelled') {
    return;
  }
  log.error(`${error.name}: ${error.message}`);
  const withSecret = (app: ClientApp | undefined): NextStep => ({
    title: vscode.l10n.t('Set Client Secret'),
    effect: 'asks',
    run: async () => {
      if (retry === undefined) {
        await vscode.commands.executeCommand(commandIds.setClientSecret, app);
      } else if (await setClientSecret(app)) {
        await retry();
      }
    },
  });
  const message = liveSecrets.mask(messageOf(error, accountLabel));
  await show(message, nextSteps(error, withSecret, retry), signInNotifications);
}

/** Returns the message for `error`; it names the account if the error concerns a session. */
function messageOf(error: KnownError, accountLabel: ErrorPresentation['accountLabel']): string {
  const id = 'accountId' in error ? error.accountId : undefined;
  const label = id === undefined ? undefined : accountLabel(id);
  if (label === undefined) {
    return error.message;
  }
  return error.code === 'sessionExpired'
    ? vscode.l10n.t(
        'The session of {0} has ended. Sign in again to continue; nothing you typed is lost.',
        displayText(label),
      )
    : `${displayText(label)}: ${error.message}`;
}

function nextSteps(
  error: Exclude<KnownError, { code: 'cancelled' }>,
  withSecret: (app: ClientApp | undefined) => NextStep,
  retry: (() => Promise<void>) | undefined,
): readonly NextStep[] {
  const repeatedAs = (title: string): readonly NextStep[] =>
    retry === undefined ? [] : [{ title, effect: 'repeats', run: retry }];
  const retrying = repeatedAs(vscode.l10n.t('Retry'));
  switch (error.code) {
    case 'api':
      return [...retrying, error.redirectTarget === undefined ? showLog() : openSettings()];
    case 'network':
    case 'timeout':
    case 'rateLimited':
    case 'responseSchema':
    case 'file':
      return [...retrying, showLog()];
    case 'unusableFile':
      return repeatedAs(vscode.l10n.t('Choose Another File'));
    case 'filter':
      return [command('asks', vscode.l10n.t('Filter Labels'), commandIds.filterLabels)];
    case 'pattern':
      return repeatedAs(vscode.l10n.t('Change It'));
    case 'authorizationResponse':
      return isScopeRefusal(error)
        ? [command('asks', vscode.l10n.t('Edit Connection'), commandIds.editConnection), signIn()]
        : [signIn()];
    case 'callbackValidation':
      return [signIn()];
    case 'sessionExpired':
      return [signIn(error.accountId)];
    case 'sessionDoubtful':
      return [...retrying, signIn(error.accountId)];
    case 'tokenEndpoint':
      return error.outcome === 'clientRefused'
        ? [withSecret(error.app), showLog()]
        : [...retrying, error.redirectTarget === undefined ? showLog() : openSettings()];
    case 'storage':
      return stepsAfterStorage(error, retrying);
    case 'configuration':
      return [
        error.step === 'setClientSecret' ? withSecret(error.app) : configurationStep(error.step),
      ];
    case 'request':
      return [showLog()];
  }
}

function stepsAfterStorage(
  { accountId, operation }: StorageError,
  retrying: readonly NextStep[],
): readonly NextStep[] {
  switch (operation) {
    case 'renewedElsewhere':
    case 'newer':
      return [reloadWindow()];
    case 'missing':
      return [...retrying, signIn(accountId), showLog()];
    case 'unreadable':
      return [signIn(accountId), showLog()];
    case 'silent':
    case 'read':
      return [...retrying, ...(accountId === undefined ? [] : [signIn(accountId)]), showLog()];
    case 'write':
    case 'delete':
    case 'lock':
    case 'full':
      return [...retrying, showLog()];
  }
}

function configurationStep(step: Exclude<ConfigurationStep, 'setClientSecret'>): NextStep {
  switch (step) {
    case 'addConnection':
      return command('asks', vscode.l10n.t('Add Connection'), commandIds.addConnection);
    case 'signIn':
      return signIn();
    case 'openSettings':
      return openSettings();
  }
}

function signIn(account?: AccountId): NextStep {
  const step = command('asks', vscode.l10n.t('Sign In'), commandIds.signIn, account);
  return { ...step, awaits: { account } };
}

/** Returns whether a file of the extension is missing: VS Code removes the files of earlier releases. */
function isFileMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

function reloadWindow(): NextStep {
  return command('reloads', vscode.l10n.t('Reload Window'), 'workbench.action.reloadWindow');
}

function openSettings(): NextStep {
  return command(
    'shows',
    vscode.l10n.t('Open Settings'),
    'workbench.action.openSettings',
    settingIds.connections,
  );
}

function showLog(): NextStep {
  return command('shows', vscode.l10n.t('Show Log'), commandIds.showLog);
}

function command(
  effect: ButtonEffect,
  title: string,
  id: string,
  ...commandArguments: readonly unknown[]
): NextStep {
  return { title, effect, run: () => vscode.commands.executeCommand(id, ...commandArguments) };
}

async function show(
  message: string,
  steps: readonly NextStep[],
  signInNotifications: ErrorPresentation['signInNotifications'],
): Promise<void> {
  const buttons = Object.fromEntries(steps.map(({ effect, title }) => [title, effect]));
  const awaited = steps.find(({ awaits }) => awaits !== undefined)?.awaits;
  const picked =
    awaited === undefined
      ? await notify('error', message, buttons)
      : await signInNotifications.show(message, buttons, awaited);
  await steps.find(({ title }) => title === picked)?.run();
}
