import * as vscode from 'vscode';
import type { ClientApp } from '../core/account/clientApp.ts';
import { isClientSecret } from '../core/account/tokens.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import { displayText } from '../core/text/displayText.ts';
import { showInputBox } from '../surfaces/inputBox.ts';
import { addConnection } from './addConnection.ts';
import type { Connections } from './connections.ts';
import { pickConnection } from './pickConnection.ts';

/** Asks for the client secret of `connection` and stores it in the keyring; false if cancelled. */
export async function setClientSecret(
  connection: Pick<Connection, 'name' | 'baseUrl' | 'clientId'>,
  clientSecrets: ClientSecrets,
): Promise<boolean> {
  const secret = await showInputBox(
    {
      title: vscode.l10n.t('Client Secret of {0}', displayText(connection.name)),
      prompt: vscode.l10n.t(
        'The secret issued for client ID {0}. It is kept in the system keyring.',
        displayText(connection.clientId),
      ),
    },
    {
      password: true,
      ignoreFocusOut: true,
      problemOf: (value) => (value.trim() === '' ? vscode.l10n.t('Required.') : undefined),
    },
  );
  const trimmed = secret?.trim() ?? '';
  if (!isClientSecret(trimmed)) {
    return false;
  }
  await clientSecrets.write(connection.baseUrl, connection.clientId, trimmed);
  return true;
}

/**
 * Asks for the client secret of the connection of `app`, or of one that the user picks or adds. Returns the
 * connection, or undefined if cancelled. Throws the `ConfigurationError` of an invalid connection, and
 * `StorageError`.
 */
export async function setClientSecretOf(
  app: ClientApp | undefined,
  connections: Connections,
  clientSecrets: ClientSecrets,
): Promise<Connection | undefined> {
  const entries = connections.all();
  if (entries.length === 0) {
    // It asks for the secret, too.
    return await addConnection(connections, clientSecrets);
  }
  const refused = app === undefined ? undefined : connections.find(app);
  const connection = refused ?? (await pickConnection(entries));
  const isSet = connection !== undefined && (await setClientSecret(connection, clientSecrets));
  return isSet ? connection : undefined;
}
