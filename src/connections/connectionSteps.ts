import * as vscode from 'vscode';
import type { BaseUrl } from '../core/account/baseUrl.ts';
import { parseBaseUrl } from '../core/connections/parseBaseUrl.ts';
import { redirectFlowOf, worksInBrowser } from '../core/connections/redirectFlow.ts';
import { documentedScopes } from '../core/connections/scope.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import { callbackUri } from '../ids.ts';
import { askForChoices, askForText, type StepResult } from '../surfaces/inputSteps.ts';
import { quickPickRow } from '../surfaces/quickPick.ts';
import type { ConnectionDraft } from './connectionDraft.ts';

const totalSteps = 6;

/** Options of the steps, which differ between adding and editing a connection. */
export interface ConnectionStepsOptions {
  readonly title: string;
  /** Names of the other connections. */
  readonly takenNames: readonly string[];
  /** Returns whether the secret for the app of `draft` is already stored, so that it need not be typed. */
  readonly hasSecret: (draft: ConnectionDraft) => Promise<boolean>;
}

/**
 * Asks for the fields of `draft`, with a Back button at each step, and updates it. Returns false if
 * cancelled.
 */
export async function askForConnection(
  draft: ConnectionDraft,
  questions: ConnectionStepsOptions,
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

/** Asks for the field of one step and updates `draft`. */
async function ask(
  step: number,
  draft: ConnectionDraft,
  { hasSecret, takenNames, title }: ConnectionStepsOptions,
): Promise<StepResult<unknown>> {
  const common = { title, step, totalSteps };
  switch (step) {
    case 1:
      return note(
        await askForText({
          ...common,
          prompt: vscode.l10n.t('Name of this connection, for example its environment'),
          placeholder: vscode.l10n.t('Production'),
          value: draft.name,
          check: (value) => {
            required(value);
            if (takenNames.includes(value)) {
              throw wrong(vscode.l10n.t('A connection with this name already exists.'));
            }
          },
        }),
        (value) => (draft.name = value),
      );
    case 2:
      return note(
        await askForText({
          ...common,
          prompt: vscode.l10n.t('Base URL of the service'),
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
            ? vscode.l10n.t('Client secret (empty keeps the one in the system keyring)')
            : vscode.l10n.t('Client secret, stored in the system keyring and not in the settings'),
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
          ...redirectUriTexts(),
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
          items: [...new Set([...documentedScopes.keys(), ...draft.scopes])].map((scope) =>
            quickPickRow({
              scope,
              label: scope,
              description: documentedScopes.get(scope)?.() ?? '',
              picked: draft.scopes.includes(scope),
            }),
          ),
        }),
        (rows) => (draft.scopes = rows.map(({ scope }) => scope)),
      );
  }
}

/** Calls `keep` with the value if the user has entered one. Returns `result`. */
function note<T>(result: StepResult<T>, keep: (value: T) => void): StepResult<T> {
  if (result.kind === 'value') {
    keep(result.value);
  }
  return result;
}

function anything(): void {}

function required(value: string): void {
  if (value === '') {
    throw wrong(vscode.l10n.t('Required.'));
  }
}

function redirectUriTexts(): { readonly prompt: string; readonly placeholder: string } {
  return isInBrowser()
    ? {
        prompt: vscode.l10n.t(
          'Redirect URI registered for the app; VS Code in a browser needs that of a relay page',
        ),
        placeholder: 'https://relay.example.com/callback',
      }
    : {
        prompt: vscode.l10n.t(
          'Redirect URI registered for the app (empty uses {0})',
          callbackUri(vscode.env.uriScheme),
        ),
        placeholder: 'http://127.0.0.1:53682/callback',
      };
}

function checkRedirectUri(baseUrl: BaseUrl, value: string): void {
  const redirectUri = value === '' ? undefined : value;
  const flow = redirectFlowOf({ baseUrl, redirectUri }, callbackUri(vscode.env.uriScheme));
  if (isInBrowser() && !worksInBrowser(flow)) {
    throw wrong(vscode.l10n.t('VS Code in a browser requires the address of a relay page.'));
  }
}

function isInBrowser(): boolean {
  return vscode.env.uiKind === vscode.UIKind.Web;
}

function wrong(message: string): ConfigurationError {
  return new ConfigurationError(message, 'addConnection');
}
