import * as vscode from 'vscode';
import type { BaseUrl } from '../core/account/baseUrl.ts';
import { isClientSecret } from '../core/account/tokens.ts';
import type { Connection } from '../core/connections/connection.ts';
import { parseBaseUrl } from '../core/connections/parseBaseUrl.ts';
import { redirectFlowOf } from '../core/connections/redirectFlow.ts';
import { defaultScopes, documentedScopes } from '../core/connections/scope.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import { callbackUri } from '../ids.ts';
import type { Connections } from './connections.ts';
import { askForChoices, askForText, type StepResult } from './inputSteps.ts';

const totalSteps = 6;

interface Draft {
  name: string;
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  scopes: readonly string[];
}

/**
 * Leads the user through a new connection, with a way back at each step. Returns the connection, which
 * is in the settings by then and its secret in the keyring, or undefined if the user left.
 */
export async function addConnection(
  connections: Connections,
  clientSecrets: ClientSecrets,
): Promise<Connection | undefined> {
  const draft: Draft = {
    name: '',
    baseUrl: 'https://',
    clientId: '',
    clientSecret: '',
    redirectUri: '',
    scopes: defaultScopes,
  };
  for (let step = 1; step <= totalSteps;) {
    const result = await ask(step, draft, connections);
    if (result.kind === 'cancelled') {
      return undefined;
    }
    step += result.kind === 'back' ? -1 : 1;
  }
  const { name, clientId, clientSecret, redirectUri, scopes } = draft;
  const baseUrl = parseBaseUrl(draft.baseUrl);
  const connection: Connection = {
    name,
    baseUrl,
    clientId,
    redirectUri: redirectUri === '' ? undefined : redirectUri,
    scopes,
  };
  await connections.add(connection);
  if (isClientSecret(clientSecret)) {
    await clientSecrets.write(baseUrl, clientId, clientSecret);
  }
  return connection;
}

/** Asks the question of one step and notes the answer in `draft`. */
async function ask(
  step: number,
  draft: Draft,
  connections: Connections,
): Promise<StepResult<unknown>> {
  const common = { title: vscode.l10n.t('Add Connection'), step, totalSteps };
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
            if (connections.all().some(({ name }) => name === value)) {
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
    case 4:
      return note(
        await askForText({
          ...common,
          prompt: vscode.l10n.t(
            'Client secret; it is kept in the system keyring, not in the settings',
          ),
          value: draft.clientSecret,
          password: true,
          check: required,
        }),
        (value) => (draft.clientSecret = value),
      );
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
          items: documentedScopes.map((scope) => ({
            label: scope,
            picked: draft.scopes.includes(scope),
          })),
        }),
        (value) => (draft.scopes = value),
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
