import type { AccountId } from '../core/account/account.ts';
import type { Connection } from '../core/connections/connection.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import type { Session, Sessions } from '../core/session/sessions.ts';
import type { BrowserSignIn } from './browserSignIn.ts';
import { chooseConnection, type ConnectionChoice } from './chooseConnection.ts';

/** What a sign-in can ask the user for, beside the sign-in itself. */
export interface SignInQuestions extends ConnectionChoice {
  /** Asks for the client secret; false if the user left. */
  readonly setClientSecret: (connection: Connection) => Promise<boolean>;
}

/** What to sign in to. */
export interface SignInTarget {
  /** Asked for beside those of the connection. */
  readonly scopes?: readonly string[];
  /** Whose service to sign in to, and no other; otherwise the user is asked if there are several. */
  readonly account?: AccountId;
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
  async signIn({ scopes = [], account }: SignInTarget): Promise<Session> {
    const connection = await chooseConnection(this.#questions, this.#sessions, account);
    const allScopes = [...new Set([...connection.scopes, ...scopes])];
    try {
      return await this.#browserSignIn.signIn(connection, allScopes);
    } catch (error) {
      const secretMissing = error instanceof ConfigurationError && error.step === 'setClientSecret';
      if (!secretMissing) {
        throw error;
      }
      if (!(await this.#questions.setClientSecret(connection))) {
        throw new CancelledError({ cause: error });
      }
      return await this.#browserSignIn.signIn(connection, allScopes);
    }
  }
}
