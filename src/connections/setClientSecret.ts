import * as vscode from 'vscode';
import type { ClientApp } from '../core/account/clientApp.ts';
import { isClientSecret } from '../core/account/tokens.ts';
import type { Connection } from '../core/connections/connection.ts';
import { shownValue } from '../core/connections/shownValue.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import { showInputBox } from '../surfaces/inputBox.ts';
import { addConnection } from './addConnection.ts';
import type { Connections } from './connections.ts';
import { mayReplaceSecret, type SecretOwner } from './mayReplaceSecret.ts';
import { pickConnection } from './pickConnection.ts';

/**
 * Asks for the client secret of `connection` and, if that would replace a stored one, for confirmation; then
 * stores it in the keyring. Returns false if cancelled.
 */
export async function setClientSecret(
  connection: SecretOwner,
  clientSecrets: ClientSecrets,
): Promise<boolean> {
  const secret = await showInputBox(
    {
      title: vscode.l10n.t('Client Secret of {0}', shownValue(connection.name)),
      // The prompt shows the host: a program can change the address of a named connection in the settings.
      prompt: vscode.l10n.t(
        'The secret is sent to {0}. It was issued for client ID “{1}” and is kept in the system keyring.',
        new URL(connection.baseUrl).host,
        shownValue(connection.clientId),
      ),
    },
    {
      password: true,
      ignoreFocusOut: true,
      problemOf: (value) => (value.trim() === '' ? vscode.l10n.t('Required.') : undefined),
    },
  );
  const trimmed = secret?.trim() ?? '';
  if (!isClientSecret(trimmed) || !(await mayReplaceSecret(connection, clientSecrets, trimmed))) {
    return false;
  }
  await clientSecrets.write(connection.baseUrl, connection.clientId, trimmed);
  return true;
}

/**
 * Asks for the client secret of the connection of `app`, or of one that the user picks or adds. Returns the
 * connection; undefined if cancelled. Throws the `ConfigurationError` of an invalid connection, and
 * `StorageError`.
 */
export async function setClientSecretOf(
  app: ClientApp | undefined,
  connections: Connections,
  clientSecrets: ClientSecrets,
): Promise<Connection | undefined> {
  const entries = connections.all();
  if (entries.length === 0) {
    // Adding a connection asks for the secret as well.
    return await addConnection(connections, clientSecrets);
  }
  const meant = app === undefined ? undefined : connections.find(app);
  const connection = meant ?? (await pickConnection(entries));
  return connection !== undefined && (await setClientSecret(connection, clientSecrets))
    ? connection
    : undefined;
}
