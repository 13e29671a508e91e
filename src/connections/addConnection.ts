import * as vscode from 'vscode';
import { isClientSecret } from '../core/account/tokens.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import { connectionOf, draftOf } from './connectionDraft.ts';
import type { Connections } from './connections.ts';
import { askForConnection } from './connectionSteps.ts';

/**
 * Leads the user through a new connection, with a way back at each step. Returns the connection, which
 * is in the settings by then and its secret in the keyring, or undefined if the user left.
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
  await connections.add(connection);
  if (isClientSecret(draft.clientSecret)) {
    await clientSecrets.write(connection.baseUrl, connection.clientId, draft.clientSecret);
  }
  return connection;
}
