import type { AccountId } from '../core/account/account.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { ConnectionEntry } from '../core/connections/connectionEntry.ts';
import { connectionsToService } from '../core/connections/connectionsToService.ts';
import type { Session, Sessions } from '../core/session/sessions.ts';
import type { BrowserSignIn } from './browserSignIn.ts';

/** What a sign-in can ask the user for, beside the sign-in itself. */
export interface SignInQuestions {
  readonly connections: () => readonly ConnectionEntry[];
  /** Leads the user through a new connection. */
  readonly addConnection: () => Promise<Connection | undefined>;
  /** Asks where there are several, or `always`. Throws the error of one that cannot be used. */
  readonly pickConnection: (
    entries: readonly ConnectionEntry[],
    options: { readonly always: boolean },
  ) => Promise<Connection | undefined>;
  /** Asks for the client secret; false where the user left. */
  readonly setClientSecret: (connection: Connection) => Promise<boolean>;
}

/** What to sign in to. */
export interface SignInTarget {
  /** Asked for beside those of the connection. */
  readonly scopes?: readonly string[];
  /** Whose service to sign in to, and no other; otherwise the user is asked where there are several. */
  readonly account?: AccountId;
}

/** Signs in, and asks for whatever is missing on the way. */
export class SignIn {
  readonly #flow: Pick<BrowserSignIn, 'signIn'>;
  readonly #sessions: Sessions;
  readonly #questions: SignInQuestions;

  constructor(flow: Pick<BrowserSignIn, 'signIn'>, sessions: Sessions, questions: SignInQuestions) {
    this.#flow = flow;
    this.#sessions = sessions;
    this.#questions = questions;
  }

  /**
   * Throws `CancelledError` where the user left, `ConfigurationError` where no usable connection leads to
   * the account's service, and what `BrowserSignIn.signIn` throws.
   */
  async signIn({ scopes = [], account }: SignInTarget): Promise<Session> {
    const connection = await this.#connectionFor(account);
    if (connection === undefined) {
      throw new CancelledError();
    }
    const allScopes = [...new Set([...connection.scopes, ...scopes])];
    try {
      return await this.#flow.signIn(connection, allScopes);
    } catch (error) {
      const secretMissing = error instanceof ConfigurationError && error.step === 'setClientSecret';
      if (!secretMissing) {
        throw error;
      }
      if (!(await this.#questions.setClientSecret(connection))) {
        throw new CancelledError({ cause: error });
      }
      return await this.#flow.signIn(connection, allScopes);
    }
  }

  async #connectionFor(account: AccountId | undefined): Promise<Connection | undefined> {
    const { addConnection, connections, pickConnection } = this.#questions;
    const entries = connections();
    const sessions = account === undefined ? [] : await this.#sessions.sessions();
    const session = sessions.find((candidate) => candidate.account.id === account);
    if (session !== undefined) {
      const { baseUrl } = session.account;
      const { clientId } = session;
      return await pickConnection(connectionsToService(entries, { baseUrl, clientId }), {
        always: false,
      });
    }
    // Of an account that has been signed out it is not known any more which service was meant.
    const always = account !== undefined;
    return entries.length === 0 ? await addConnection() : await pickConnection(entries, { always });
  }
}
