import * as vscode from 'vscode';
import type { Connection } from '../core/connections/connection.ts';
import { baseUrlOf, type ConnectionEntry } from '../core/connections/connectionEntry.ts';
import { parseConnectionLink } from '../core/connections/connectionLink.ts';
import { connectionLinkQuestion } from '../core/connections/connectionLinkQuestion.ts';
import { areLookAlike } from '../core/connections/lookAlikeNames.ts';
import { shownValue } from '../core/connections/shownValue.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import { RequestError } from '../core/errors/requestError.ts';
import { displayText } from '../core/text/displayText.ts';
import { callbackUri, commandIds } from '../ids.ts';
import { notify, showDialog } from '../surfaces/notify.ts';

/** Connections, as needed by links. */
export interface ConnectionList {
  /** All connections, including invalid ones. */
  all(): readonly ConnectionEntry[];
  /** Adds `connection` to the user's settings. */
  add(connection: Connection): Promise<void>;
}

/** Dependencies of the handler of connection links. */
export interface FollowConnectionLinkOptions {
  readonly connections: ConnectionList;
  readonly uiKind: vscode.UIKind;
}

/**
 * Handles a link that adds a connection: shows the connection in a modal dialog, whose buttons programs
 * cannot press, and adds it if the user agrees. Never changes existing connections, nor adds one whose name
 * looks like theirs: unlike the wizard and the setting, a link is written by someone else.
 */
export async function followConnectionLink(
  uri: vscode.Uri,
  { connections, uiKind }: FollowConnectionLinkOptions,
): Promise<void> {
  const connection = await readConnection(uri, uiKind);
  if (connection === undefined) {
    return;
  }
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
  const lookAlike = connections.all().find(({ name }) => areLookAlike(name, connection.name));
  if (lookAlike !== undefined) {
    await notify(
      'warning',
      vscode.l10n.t(
        'The name in this link looks like that of your connection “{0}”. Nothing was added.',
        shownValue(lookAlike.name),
      ),
    );
    return;
  }
  const add = vscode.l10n.t('Add Connection');
  const ownCallback = callbackUri(vscode.env.uriScheme);
  const { detail, message } = connectionLinkQuestion(connection, ownCallback);
  if ((await showDialog('warning', message, [add], detail)) !== add) {
    return;
  }
  await connections.add(connection);
  const added = vscode.l10n.t('The connection {0} was added.', shownValue(connection.name));
  await offerSignIn(added, connection);
}

/** Returns the connection of a link. If the link is invalid, shows the problem and returns undefined. */
async function readConnection(
  uri: vscode.Uri,
  uiKind: vscode.UIKind,
): Promise<Connection | undefined> {
  try {
    return parseConnectionLink(uri, {
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

/** Shows `message` with a button that signs in with the connection. */
async function offerSignIn(message: string, { baseUrl, clientId }: Connection): Promise<void> {
  const signIn = vscode.l10n.t('Sign In');
  if ((await notify('information', message, { [signIn]: 'asks' })) === signIn) {
    await vscode.commands.executeCommand(commandIds.signIn, { baseUrl, clientId });
  }
}
