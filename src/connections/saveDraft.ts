import { isClientSecret } from '../core/account/tokens.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import { connectionOf, type ConnectionDraft } from './connectionDraft.ts';
import { mayReplaceSecret } from './mayReplaceSecret.ts';

/**
 * Saves the connection of `draft` with `save`, and its client secret, if typed, in the keyring. Returns the
 * connection. Saves nothing and returns undefined if the user keeps a stored secret.
 */
export async function saveDraft(
  draft: ConnectionDraft,
  clientSecrets: ClientSecrets,
  save: (connection: Connection) => Promise<void>,
): Promise<Connection | undefined> {
  const connection = connectionOf(draft);
  const { clientSecret } = draft;
  if (!isClientSecret(clientSecret)) {
    await save(connection);
    return connection;
  }
  // Another connection may use the same app and its secret.
  if (!(await mayReplaceSecret(connection, clientSecrets, clientSecret))) {
    return undefined;
  }
  await save(connection);
  await clientSecrets.write(connection.baseUrl, connection.clientId, clientSecret);
  return connection;
}
