import type { AccountId } from '../account/account.ts';
import { isSameApp, type ClientApp } from '../account/clientApp.ts';
import { StorageError } from '../errors/storageError.ts';
import type { ClientSecrets } from './clientSecrets.ts';
import type { Session, Sessions } from './sessions.ts';

/**
 * Signs out, and deletes the data of an app that is stored outside the settings: sign-ins and client secrets.
 */
export class SignOut {
  readonly #sessions: Sessions;
  readonly #clientSecrets: ClientSecrets;
  readonly #appsInUse: () => Promise<readonly ClientApp[]>;

  /** `appsInUse`: apps available for a sign-in in any window. */
  constructor(
    sessions: Sessions,
    clientSecrets: ClientSecrets,
    appsInUse: () => Promise<readonly ClientApp[]>,
  ) {
    this.#sessions = sessions;
    this.#clientSecrets = clientSecrets;
    this.#appsInUse = appsInUse;
  }

  /** Returns the sign-ins to `app`. Throws `StorageError`. */
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
   * Signs out of `id`. Also deletes the client secret of an unused app with its last sign-in, unless there
   * may be another sign-in that cannot be read. Throws `StorageError`.
   */
  async ofAccount(id: AccountId): Promise<void> {
    // Not read from the store, as a sign-out must not wait for other accounts.
    const session = this.#sessions.known(id);
    await this.#sessions.remove(id);
    if (session === undefined) {
      return;
    }
    const app = { baseUrl: session.account.baseUrl, clientId: session.clientId };
    const isInUse = (await this.#appsInUse()).some((each) => isSameApp(each, app));
    if (!isInUse && (await this.#isWithoutSessions(app))) {
      await this.#clientSecrets.delete(app.baseUrl, app.clientId);
    }
  }

  /** Returns whether no sign-in to `app` is left; false if this is unknown. */
  async #isWithoutSessions(app: ClientApp): Promise<boolean> {
    try {
      return (await this.sessionsOf(app)).length === 0 && this.#sessions.isComplete;
    } catch (error) {
      if (error instanceof StorageError) {
        // The sign-out is complete, and the accounts view shows why some accounts are missing.
        return false;
      }
      throw error;
    }
  }
}
