import * as vscode from 'vscode';
import type { AccountId } from '../core/account/account.ts';
import type { ClientApp } from '../core/account/clientApp.ts';
import type { ConfigurationError } from '../core/errors/configurationError.ts';
import { isKnownError, type KnownError } from '../core/errors/knownError.ts';
import type { Log } from '../core/log/log.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds, settingIds } from '../ids.ts';
import { notify } from './notify.ts';

/** A button of a message. */
interface NextStep {
  readonly title: string;
  readonly run: () => PromiseLike<unknown>;
}

interface ErrorPresentation {
  readonly log: Log;
  /** Returns the label of an account; undefined if it is not known. */
  readonly accountLabel: (account: AccountId) => string | undefined;
}

/**
 * Shows `error` as a message with the next step: the only place where an error becomes a message.
 * What the user cancelled is not shown. `retry` is offered where trying again can help. VS Code shows
 * a message that is still there once, also where several calls have failed with one session.
 */
export async function presentError(
  error: unknown,
  { accountLabel, log }: ErrorPresentation,
  retry?: () => Promise<void>,
): Promise<void> {
  if (!isKnownError(error)) {
    log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    await (isFileMissing(error)
      ? show(
          vscode.l10n.t(
            'Workforce Labels has been updated meanwhile. Reload the window to go on; nothing you typed is lost.',
          ),
          [reloadWindow()],
        )
      : show(vscode.l10n.t('Something went wrong in Workforce Labels.'), [showLog()]));
    return;
  }
  if (error.code === 'cancelled') {
    return;
  }
  log.error(`${error.name}: ${error.message}`);
  const label = error.code === 'sessionExpired' ? accountLabel(error.accountId) : undefined;
  const message =
    label === undefined
      ? error.message
      : vscode.l10n.t(
          'The session of {0} has ended. Sign in again to go on; nothing you typed is lost.',
          displayText(label),
        );
  await show(message, nextSteps(error, retry));
}

function nextSteps(
  error: Exclude<KnownError, { code: 'cancelled' }>,
  retry: (() => Promise<void>) | undefined,
): readonly NextStep[] {
  const tryAgain: readonly NextStep[] =
    retry === undefined ? [] : [{ title: vscode.l10n.t('Retry'), run: retry }];
  switch (error.code) {
    case 'network':
    case 'timeout':
    case 'rateLimited':
    case 'api':
    case 'responseSchema':
    case 'file':
      return [...tryAgain, showLog()];
    case 'unusableFile':
      return retry === undefined
        ? []
        : [{ title: vscode.l10n.t('Choose Another File'), run: retry }];
    case 'pattern':
      return retry === undefined ? [] : [{ title: vscode.l10n.t('Change It'), run: retry }];
    case 'authorizationResponse':
    case 'callbackValidation':
      return [command(vscode.l10n.t('Sign In'), commandIds.signIn)];
    case 'sessionExpired':
      return [command(vscode.l10n.t('Sign In'), commandIds.signIn, error.accountId)];
    case 'sessionDoubtful':
      return [
        ...(retry === undefined ? [] : [{ title: vscode.l10n.t('Try Again'), run: retry }]),
        command(vscode.l10n.t('Sign In'), commandIds.signIn, error.accountId),
      ];
    case 'tokenEndpoint':
      return error.outcome === 'clientRefused'
        ? [setClientSecret(error.app), showLog()]
        : [...tryAgain, showLog()];
    case 'storage':
      return error.operation === 'renewedElsewhere' ? [reloadWindow()] : [...tryAgain, showLog()];
    case 'configuration':
      return [configurationStep(error)];
    case 'request':
      return [showLog()];
  }
}

function configurationStep({ app, step }: ConfigurationError): NextStep {
  switch (step) {
    case 'addConnection':
      return command(vscode.l10n.t('Add Connection'), commandIds.addConnection);
    case 'signIn':
      return command(vscode.l10n.t('Sign In'), commandIds.signIn);
    case 'setClientSecret':
      return setClientSecret(app);
    case 'openSettings':
      return command(
        vscode.l10n.t('Open Settings'),
        'workbench.action.openSettings',
        settingIds.connections,
      );
  }
}

function setClientSecret(app: ClientApp | undefined): NextStep {
  return command(vscode.l10n.t('Set Client Secret'), commandIds.setClientSecret, app);
}

/** Whether a file of the extension was to be loaded and is not there: VS Code removes those of an earlier release. */
function isFileMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

function reloadWindow(): NextStep {
  return command(vscode.l10n.t('Reload Window'), 'workbench.action.reloadWindow');
}

function showLog(): NextStep {
  return command(vscode.l10n.t('Show Log'), commandIds.showLog);
}

function command(title: string, id: string, ...commandArguments: readonly unknown[]): NextStep {
  return { title, run: () => vscode.commands.executeCommand(id, ...commandArguments) };
}

async function show(message: string, steps: readonly NextStep[]): Promise<void> {
  const picked = await notify(
    'error',
    message,
    steps.map(({ title }) => title),
  );
  await steps.find(({ title }) => title === picked)?.run();
}
