import * as vscode from 'vscode';
import type { Connection } from '../core/connections/connection.ts';
import { baseUrlOf, type ConnectionEntry } from '../core/connections/connectionEntry.ts';
import { readConnectionLink } from '../core/connections/connectionLink.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import { RequestError } from '../core/errors/requestError.ts';
import { displayText } from '../core/text/displayText.ts';
import { callbackUri, commandIds } from '../ids.ts';
import { notify, showDialog } from '../surfaces/notify.ts';

/** Connections, as needed by links. */
export interface LinkedConnections {
  /** All connections, including invalid ones. */
  all(): readonly ConnectionEntry[];
  /** Adds `connection` to the user's settings. */
  add(connection: Connection): Promise<void>;
}

/** Dependencies of the handler of connection links. */
export interface FollowConnectionLinkOptions {
  readonly connections: LinkedConnections;
  readonly uiKind: vscode.UIKind;
}

/**
 * Handles a link that adds a connection: shows it in a modal dialog, whose buttons no program can press, and
 * adds it if the user agrees. Existing connections stay unchanged.
 */
export async function followConnectionLink(
  uri: vscode.Uri,
  { connections, uiKind }: FollowConnectionLinkOptions,
): Promise<void> {
  const connection = await readOrSayWhy(uri.query, uiKind);
  if (connection === undefined) {
    return;
  }
  const name = displayText(connection.name);
  const { host } = new URL(connection.baseUrl);
  const sameService = connections.all().find((entry) => baseUrlOf(entry) === connection.baseUrl);
  if (sameService !== undefined) {
    const message = vscode.l10n.t(
      'Your connection {0} already points to {1}. Nothing was added.',
      displayText(sameService.name),
      host,
    );
    await offerSignIn(message, connection);
    return;
  }
  if (connections.all().some((entry) => entry.name === connection.name)) {
    await notify(
      'warning',
      vscode.l10n.t('Your settings have another connection called {0}. Nothing was added.', name),
    );
    return;
  }
  const add = vscode.l10n.t('Add Connection');
  const question = vscode.l10n.t('Add the connection {0} from this link?', name);
  if ((await showDialog('warning', question, [add], linesOf(connection))) !== add) {
    return;
  }
  await connections.add(connection);
  const added = vscode.l10n.t('The connection {0} was added.', name);
  await offerSignIn(added, connection);
}

/** Parses the connection of a link, or shows the problem. */
async function readOrSayWhy(query: string, uiKind: vscode.UIKind): Promise<Connection | undefined> {
  try {
    return readConnectionLink(query, {
      isDecoded: uiKind === vscode.UIKind.Desktop,
      ownCallback: callbackUri(vscode.env.uriScheme),
    });
  } catch (error) {
    if (!(error instanceof RequestError || error instanceof ConfigurationError)) {
      throw error;
    }
    const message =
      error instanceof RequestError
        ? error.message
        : vscode.l10n.t('The connection in this link cannot be added. {0}', error.message);
    await notify('warning', message);
    return undefined;
  }
}

/** Content of the link, and the consequences of adding it. */
function linesOf(connection: Connection): readonly string[] {
  const { baseUrl, clientId, readOnly, redirectUri, scopes } = connection;
  return [
    vscode.l10n.t('Base address: {0}', baseUrl),
    vscode.l10n.t('Client ID: {0}', displayText(clientId)),
    vscode.l10n.t(
      'Redirect URI: {0}',
      redirectUri === undefined ? callbackUri(vscode.env.uriScheme) : displayText(redirectUri),
    ),
    vscode.l10n.t('Permissions: {0}', scopes.map(displayText).join(', ')),
    ...(readOnly
      ? [vscode.l10n.t('Read-only: labels can be browsed, exported and compared, but not changed.')]
      : []),
    '',
    vscode.l10n.t(
      'Add it only if you know who sent the link: you sign in at this address, and your client secret is sent to it.',
    ),
  ];
}

/** Shows `message` with a button that signs in by the connection. */
async function offerSignIn(message: string, { baseUrl, clientId }: Connection): Promise<void> {
  const signIn = vscode.l10n.t('Sign In');
  if ((await notify('information', message, { [signIn]: 'asks' })) === signIn) {
    await vscode.commands.executeCommand(commandIds.signIn, { baseUrl, clientId });
  }
}
