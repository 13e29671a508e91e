import type { AccountId } from '../core/base/account.ts';
import { CancelledError } from '../core/base/errors/cancelledError.ts';
import { ConfigurationError } from '../core/base/errors/configurationError.ts';
import type { Connection } from '../core/oauth/connection.ts';
import type { Session, SessionManager } from '../core/session/sessionManager.ts';
import type { SignInFlow } from './signInFlow.ts';

/** What a sign-in can ask the user for, beside the sign-in itself. */
export interface SignInQuestions {
  readonly connections: () => readonly Connection[];
  /** Leads the user through a new connection. */
  readonly addConnection: () => Promise<Connection | undefined>;
  readonly pickConnection: (connections: readonly Connection[]) => Promise<Connection | undefined>;
  /** Asks for the client secret; false where the user left. */
  readonly setClientSecret: (connection: Connection) => Promise<boolean>;
}

/** What to sign in to. */
export interface SignInTarget {
  /** Asked for beside those of the connection. */
  readonly scopes?: readonly string[];
  /** Whose service to sign in to; otherwise the user is asked where there are several. */
  readonly account?: AccountId;
}

/** Signs in, and asks for whatever is missing on the way. */
export class SignIn {
  readonly #flow: SignInFlow;
  readonly #sessions: SessionManager;
  readonly #questions: SignInQuestions;

  constructor(flow: SignInFlow, sessions: SessionManager, questions: SignInQuestions) {
    this.#flow = flow;
    this.#sessions = sessions;
    this.#questions = questions;
  }

  /** Throws `CancelledError` where the user left, and what `SignInFlow.signIn` throws. */
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
    const connections = this.#questions.connections();
    const sessions = account === undefined ? [] : await this.#sessions.sessions();
    const session = sessions.find((candidate) => candidate.account.id === account);
    const same = connections.find(
      ({ baseUrl, clientId }) =>
        baseUrl === session?.account.baseUrl && clientId === session.clientId,
    );
    if (same !== undefined) {
      return same;
    }
    return connections.length === 0
      ? await this.#questions.addConnection()
      : await this.#questions.pickConnection(connections);
  }
}
