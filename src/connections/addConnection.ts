import * as vscode from 'vscode';
import type { Connection } from '../core/connections/connection.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import { draftOf } from './connectionDraft.ts';
import type { Connections } from './connections.ts';
import { askForConnection } from './connectionSteps.ts';
import { saveDraft } from './saveDraft.ts';

/**
 * Guides the user through adding a connection, with a Back button at each step. Saves the connection in the
 * settings and its secret in the keyring. Returns the connection; undefined if cancelled.
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
  return isAnswered
    ? await saveDraft(draft, clientSecrets, async (connection) => await connections.add(connection))
    : undefined;
}
