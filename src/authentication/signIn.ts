import type { AccountId } from '../core/account/account.ts';
import type { Connection } from '../core/connections/connection.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import { StorageError } from '../core/errors/storageError.ts';
import type { Session, Sessions } from '../core/session/sessions.ts';
import type { BrowserSignIn, LinkDelivery } from './browserSignIn.ts';
import { chooseConnection, type ConnectionChoice } from './chooseConnection.ts';

/** What a sign-in can ask the user for, beside the sign-in itself. */
export interface SignInQuestions extends ConnectionChoice {
  /** Asks for the client secret; false if the user left. */
  readonly setClientSecret: (connection: Connection) => Promise<boolean>;
}

/** What to sign in to. */
export interface SignInTarget {
  /** Asked for beside those of the connection and those that the account has. */
  readonly scopes?: readonly string[];
  /** Whose service to sign in to, and no other; otherwise the user is asked if there are several. */
  readonly account?: AccountId;
  /** `open` by default. */
  readonly delivery?: LinkDelivery;
}

/** Signs in, and asks for whatever is missing on the way. */
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
   * Throws `CancelledError` if the user left, `ConfigurationError` if no usable connection leads to the
   * account's service, and what `BrowserSignIn.signIn` throws.
   */
  async signIn({ scopes = [], account, delivery }: SignInTarget): Promise<Session> {
    const connection = await chooseConnection(this.#questions, this.#sessions, account);
    const known = await this.#grantedScopes(connection, account);
    const allScopes = [...new Set([...connection.scopes, ...known, ...scopes])];
    try {
      return await this.#browserSignIn.signIn(connection, allScopes, delivery);
    } catch (error) {
      const secretMissing = error instanceof ConfigurationError && error.step === 'setClientSecret';
      if (!secretMissing) {
        throw error;
      }
      if (!(await this.#questions.setClientSecret(connection))) {
        throw new CancelledError({ cause: error });
      }
      return await this.#browserSignIn.signIn(connection, allScopes, delivery);
    }
  }

  /**
   * The scopes that `account` has, or all accounts of the app if it is not known who will sign in. A new
   * session replaces that of its account: without these, what was granted before would be lost.
   */
  async #grantedScopes(
    { baseUrl, clientId }: Connection,
    account: AccountId | undefined,
  ): Promise<readonly string[]> {
    let sessions: readonly Session[];
    try {
      sessions = await this.#sessions.sessions();
    } catch (error) {
      if (error instanceof StorageError) {
        // A keyring that cannot be read must not prevent a sign-in.
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
      .flatMap((session) => session.scopes);
  }
}
