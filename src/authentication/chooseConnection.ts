import type { AccountId } from '../core/account/account.ts';
import type { Connection } from '../core/connections/connection.ts';
import { connectionsToService, type ConnectionEntry } from '../core/connections/connectionEntry.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import type { Sessions } from '../core/session/sessions.ts';

/** The connections, and what the user can be asked about them. */
export interface ConnectionChoice {
  readonly connections: () => readonly ConnectionEntry[];
  /** Leads the user through a new connection. */
  readonly addConnection: () => Promise<Connection | undefined>;
  /** Asks if there are several, or `always`. Throws the error of one that cannot be used. */
  readonly pickConnection: (
    entries: readonly ConnectionEntry[],
    options: { readonly always: boolean },
  ) => Promise<Connection | undefined>;
}

/**
 * Chooses the connection to sign in with: one that leads to the service of `account`, if given. Throws
 * `CancelledError` if the user left, and `ConfigurationError` if no usable connection leads there.
 */
export async function chooseConnection(
  { addConnection, connections, pickConnection }: ConnectionChoice,
  sessions: Sessions,
  account: AccountId | undefined,
): Promise<Connection> {
  const entries = connections();
  const session =
    account === undefined
      ? undefined
      : (await sessions.sessions()).find((candidate) => candidate.account.id === account);
  let connection: Connection | undefined;
  if (session !== undefined) {
    const {
      account: { baseUrl },
      clientId,
    } = session;
    const own = connectionsToService(entries, { baseUrl, clientId });
    connection = await pickConnection(own, { always: false });
  } else if (entries.length === 0) {
    connection = await addConnection();
  } else {
    // Of an account that has been signed out it is not known any more which service was meant.
    connection = await pickConnection(entries, { always: account !== undefined });
  }
  if (connection === undefined) {
    throw new CancelledError();
  }
  return connection;
}
