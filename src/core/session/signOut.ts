import type { AccountId } from '../account/account.ts';
import { isSameApp, type ClientApp } from '../account/clientApp.ts';
import type { ConnectionEntry } from '../connections/connectionEntry.ts';
import type { ClientSecrets } from './clientSecrets.ts';
import type { Session, Sessions } from './sessions.ts';

/** Signs out, and deletes what is stored for apps beside the settings: sign-ins and client secrets. */
export class SignOut {
  readonly #sessions: Sessions;
  readonly #clientSecrets: ClientSecrets;
  readonly #connections: () => readonly ConnectionEntry[];

  constructor(
    sessions: Sessions,
    clientSecrets: ClientSecrets,
    connections: () => readonly ConnectionEntry[],
  ) {
    this.#sessions = sessions;
    this.#clientSecrets = clientSecrets;
    this.#connections = connections;
  }

  /** The sign-ins to `app`. Throws `StorageError`. */
  async sessionsOf(app: ClientApp): Promise<readonly Session[]> {
    const sessions = await this.#sessions.sessions();
    return sessions.filter(({ account: { baseUrl }, clientId }) =>
      isSameApp({ baseUrl, clientId }, app),
    );
  }

  /** Signs out of `app` and deletes its client secret. Throws `StorageError`. */
  async ofApp(app: ClientApp): Promise<void> {
    for (const { account } of await this.sessionsOf(app)) {
      await this.#sessions.remove(account.id);
    }
    await this.#clientSecrets.delete(app.baseUrl, app.clientId);
  }

  /**
   * Signs `id` out. The client secret goes with the last sign-in to an app that no connection leads to any
   * more. Throws `StorageError`.
   */
  async ofAccount(id: AccountId): Promise<void> {
    const sessions = await this.#sessions.sessions();
    const session = sessions.find(({ account }) => account.id === id);
    await this.#sessions.remove(id);
    if (session === undefined) {
      return;
    }
    const app = { baseUrl: session.account.baseUrl, clientId: session.clientId };
    const isConnected = this.#connections().some(
      (entry) => entry.kind === 'usable' && isSameApp(entry.connection, app),
    );
    if (!isConnected && (await this.sessionsOf(app)).length === 0) {
      await this.#clientSecrets.delete(app.baseUrl, app.clientId);
    }
  }
}
