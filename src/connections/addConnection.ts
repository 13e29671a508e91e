import * as vscode from 'vscode';
import { isClientSecret } from '../core/account/tokens.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import { connectionOf, draftOf } from './connectionDraft.ts';
import type { Connections } from './connections.ts';
import { askForConnection } from './connectionSteps.ts';
import { mayStoreSecret } from './mayStoreSecret.ts';

/**
 * Guides the user through a new connection, with a Back button at each step. Saves the connection in the
 * settings and its secret in the keyring, and returns it; undefined if cancelled.
 */
export async function addConnection(
  connections: Connections,
  clientSecrets: ClientSecrets,
): Promise<Connection | undefined> {
  const draft = draftOf({ baseUrl: 'https://' });
  const isAnswered = await askForConnection(draft, {
    title: vscode.l10n.t('Add Connection'),
    takenNames: connections.all().map(({ name }) => name),
    hasSecret: async () => await Promise.resolve(false),
  });
  if (!isAnswered) {
    return undefined;
  }
  const connection = connectionOf(draft);
  const secret = isClientSecret(draft.clientSecret) ? draft.clientSecret : undefined;
  // Another connection may use the same app.
  if (secret !== undefined && !(await mayStoreSecret(connection, clientSecrets, secret))) {
    return undefined;
  }
  await connections.add(connection);
  if (secret !== undefined) {
    await clientSecrets.write(connection.baseUrl, connection.clientId, secret);
  }
  return connection;
}
