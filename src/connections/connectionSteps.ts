import * as vscode from 'vscode';
import { askForChoices, askForText, type StepResult } from '../commands/inputSteps.ts';
import type { BaseUrl } from '../core/account/baseUrl.ts';
import { parseBaseUrl } from '../core/connections/parseBaseUrl.ts';
import { redirectFlowOf } from '../core/connections/redirectFlow.ts';
import { documentedScopes } from '../core/connections/scope.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import { callbackUri } from '../ids.ts';
import type { ConnectionDraft } from './connectionDraft.ts';

const totalSteps = 6;

/** What is different between a new connection and one that is there. */
export interface ConnectionQuestions {
  readonly title: string;
  /** Names of the other connections. */
  readonly takenNames: readonly string[];
  /** Whether a secret is stored for the app that `draft` leads to, so that none has to be typed. */
  readonly hasSecret: (draft: ConnectionDraft) => Promise<boolean>;
}

/**
 * Leads the user through the fields of `draft`, with a way back at each step, and notes the answers in
 * it. False if the user left.
 */
export async function askForConnection(
  draft: ConnectionDraft,
  questions: ConnectionQuestions,
): Promise<boolean> {
  for (let step = 1; step <= totalSteps;) {
    const result = await ask(step, draft, questions);
    if (result.kind === 'cancelled') {
      return false;
    }
    step += result.kind === 'back' ? -1 : 1;
  }
  return true;
}

/** Asks the question of one step and notes the answer in `draft`. */
async function ask(
  step: number,
  draft: ConnectionDraft,
  { hasSecret, takenNames, title }: ConnectionQuestions,
): Promise<StepResult<unknown>> {
  const common = { title, step, totalSteps };
  switch (step) {
    case 1:
      return note(
        await askForText({
          ...common,
          prompt: vscode.l10n.t(
            'A name for this connection, such as the environment it stands for',
          ),
          placeholder: vscode.l10n.t('Production'),
          value: draft.name,
          check: (value) => {
            required(value);
            if (takenNames.includes(value)) {
              throw wrong(vscode.l10n.t('There is a connection of this name already.'));
            }
          },
        }),
        (value) => (draft.name = value),
      );
    case 2:
      return note(
        await askForText({
          ...common,
          prompt: vscode.l10n.t('Base address of the service'),
          placeholder: 'https://workforce.example.com',
          value: draft.baseUrl,
          check: parseBaseUrl,
        }),
        (value) => (draft.baseUrl = value),
      );
    case 3:
      return note(
        await askForText({
          ...common,
          prompt: vscode.l10n.t('Client ID that was issued when the app was created'),
          value: draft.clientId,
          check: required,
        }),
        (value) => (draft.clientId = value),
      );
    case 4: {
      const isKept = await hasSecret(draft);
      return note(
        await askForText({
          ...common,
          prompt: isKept
            ? vscode.l10n.t('Client secret; leave it empty to keep the one in the system keyring')
            : vscode.l10n.t('Client secret; it is kept in the system keyring, not in the settings'),
          value: draft.clientSecret,
          password: true,
          check: isKept ? anything : required,
        }),
        (value) => (draft.clientSecret = value),
      );
    }
    case 5:
      return note(
        await askForText({
          ...common,
          prompt: vscode.l10n.t(
            'Redirect URI registered for the app; leave it empty for {0}',
            callbackUri(vscode.env.uriScheme),
          ),
          placeholder: 'http://127.0.0.1:53682/callback',
          value: draft.redirectUri,
          check: (value) => checkRedirectUri(parseBaseUrl(draft.baseUrl), value),
        }),
        (value) => (draft.redirectUri = value),
      );
    default:
      return note(
        await askForChoices({
          ...common,
          placeholder: vscode.l10n.t('Permissions to ask for at sign-in'),
          items: [...new Set([...documentedScopes, ...draft.scopes])].map((scope) => ({
            label: scope,
            picked: draft.scopes.includes(scope),
          })),
        }),
        (value) => (draft.scopes = [...value]),
      );
  }
}

/** Keeps the value of an answer. */
function note<T>(result: StepResult<T>, keep: (value: T) => void): StepResult<T> {
  if (result.kind === 'value') {
    keep(result.value);
  }
  return result;
}

function anything(): void {}

function required(value: string): void {
  if (value === '') {
    throw wrong(vscode.l10n.t('This is needed.'));
  }
}

function checkRedirectUri(baseUrl: BaseUrl, value: string): void {
  if (value !== '') {
    redirectFlowOf({ baseUrl, redirectUri: value }, callbackUri(vscode.env.uriScheme));
  }
}

function wrong(message: string): ConfigurationError {
  return new ConfigurationError(message, 'addConnection');
}
