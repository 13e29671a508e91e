import type { AccountId } from '../core/account/account.ts';
import type { ClientApp } from '../core/account/clientApp.ts';
import type { Connection } from '../core/connections/connection.ts';
import { connectionsToService, type ConnectionEntry } from '../core/connections/connectionEntry.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import { isScopeRefusal } from '../core/errors/scopeRefusal.ts';
import { StorageError } from '../core/errors/storageError.ts';
import type { Session, Sessions } from '../core/session/sessions.ts';
import type { BrowserSignIn } from './browserSignIn.ts';
import type { LinkDelivery } from './signInGuide.ts';

/** Questions of a sign-in to the user. */
export interface SignInQuestions extends ConnectionChoice {
  /** Asks for the client secret. Returns false if cancelled. */
  readonly setClientSecret: (connection: Connection) => Promise<boolean>;
  /**
   * Asks whether to sign in with only the `needed` scopes, as the service refused one of the `further`
   * scopes. Returns false if cancelled.
   */
  readonly leaveOut: (
    further: readonly string[],
    needed: readonly string[],
    connection: Connection,
  ) => Promise<boolean>;
}

/** Target of a sign-in. */
export interface SignInTarget {
  /** Scopes to request in addition to those of the connection and the account. */
  readonly scopes?: readonly string[];
  /** Account whose service to sign in to; by default, `app` or the user's choice. */
  readonly account?: AccountId;
  /** App to sign in with if no account is given; by default, the user's choice if there are several. */
  readonly app?: ClientApp | undefined;
  /** `open` by default. */
  readonly delivery?: LinkDelivery;
}

/** Signs in, asking for missing data. */
export class SignIn {
  readonly #browserSignIn: Pick<BrowserSignIn, 'signIn'>;
  readonly #sessions: Sessions;
  readonly #questions: SignInQuestions;

  constructor(
    browserSignIn: Pick<BrowserSignIn, 'signIn'>,
    sessions: Sessions,
    questions: SignInQuestions,
  ) {
    this.#browserSignIn = browserSignIn;
    this.#sessions = sessions;
    this.#questions = questions;
  }

  /**
   * Signs in. Throws `CancelledError` if the user cancels, `ConfigurationError` if there is no valid connection
   * for the account's service, and the errors of `BrowserSignIn.signIn`.
   */
  async signIn({ scopes = [], account, app, delivery }: SignInTarget): Promise<Session> {
    const connection = await chooseConnection(this.#questions, this.#sessions, { account, app });
    const needed = Array.from(new Set([...connection.scopes, ...scopes]));
    const known = await this.#knownScopes(connection, account);
    const all = Array.from(new Set([...connection.scopes, ...known, ...scopes]));
    const further = all.filter((scope) => !needed.includes(scope));
    try {
      return await this.#signIn(connection, all, delivery);
    } catch (error) {
      // The app may have lost a permission that it had at an earlier sign-in.
      if (!isScopeRefusal(error) || further.length === 0) {
        throw error;
      }
      if (!(await this.#questions.leaveOut(further, needed, connection))) {
        throw new CancelledError({ cause: error });
      }
      return await this.#signIn(connection, needed, delivery);
    }
  }

  /** Signs in; asks for the client secret first if none is stored. */
  async #signIn(
    connection: Connection,
    scopes: readonly string[],
    delivery: LinkDelivery | undefined,
  ): Promise<Session> {
    try {
      return await this.#browserSignIn.signIn(connection, scopes, delivery);
    } catch (error) {
      const secretMissing = error instanceof ConfigurationError && error.step === 'setClientSecret';
      if (!secretMissing) {
        throw error;
      }
      if (!(await this.#questions.setClientSecret(connection))) {
        throw new CancelledError({ cause: error });
      }
      return await this.#browserSignIn.signIn(connection, scopes, delivery);
    }
  }

  /**
   * Returns the scopes that `account` has in addition to its connection's; if `account` is undefined, those
   * of all accounts of the app. The new session replaces the old one, so these grants would be lost if they
   * were not requested. Scopes that were removed from the connection are not requested again.
   */
  async #knownScopes(
    { baseUrl, clientId }: Connection,
    account: AccountId | undefined,
  ): Promise<readonly string[]> {
    let sessions: readonly Session[];
    try {
      sessions = await this.#sessions.sessions();
    } catch (error) {
      if (error instanceof StorageError) {
        // An unreadable keyring must not prevent a sign-in.
        return [];
      }
      throw error;
    }
    return sessions
      .filter((session) =>
        account === undefined
          ? session.account.baseUrl === baseUrl && session.clientId === clientId
          : session.account.id === account,
      )
      .flatMap((session) => session.addedScopes ?? session.scopes);
  }
}

/** Connections to choose from, and the questions to ask about them. */
interface ConnectionChoice {
  readonly connections: () => readonly ConnectionEntry[];
  /** Guides the user through adding a connection; undefined if cancelled. */
  readonly addConnection: () => Promise<Connection | undefined>;
  /**
   * Lets the user pick a connection; asks only if there are several, or if `always`. Throws the error of an
   * invalid connection.
   */
  readonly pickConnection: (
    entries: readonly ConnectionEntry[],
    options: { readonly always: boolean },
  ) => Promise<Connection | undefined>;
}

/**
 * Returns the connection for a sign-in: one to the service of `account` or `app`, if given. Throws
 * `CancelledError` if the user cancels, and `ConfigurationError` if there is no valid connection.
 */
async function chooseConnection(
  { addConnection, connections, pickConnection }: ConnectionChoice,
  sessions: Sessions,
  {
    account,
    app,
  }: { readonly account: AccountId | undefined; readonly app: ClientApp | undefined },
): Promise<Connection> {
  const entries = connections();
  const meant = account === undefined ? app : await appOf(account, sessions);
  let connection: Connection | undefined;
  if (meant !== undefined) {
    connection = await pickConnection(connectionsToService(entries, meant), { always: false });
  } else if (entries.length === 0) {
    connection = await addConnection();
  } else {
    // The service of an account that is signed out is unknown, so the user is always asked.
    connection = await pickConnection(entries, { always: account !== undefined });
  }
  if (connection === undefined) {
    throw new CancelledError();
  }
  return connection;
}

/** Returns the app of the session of `account`; undefined if it is signed out. */
async function appOf(account: AccountId, sessions: Sessions): Promise<ClientApp | undefined> {
  const all = await sessions.sessions();
  const session = all.find((candidate) => candidate.account.id === account);
  return session && { baseUrl: session.account.baseUrl, clientId: session.clientId };
}
