import type * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { isAccountId, type AccountId } from '../core/account/account.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { Emitter } from '../core/async/event.ts';
import type { Log } from '../core/log/log.ts';
import type { Session, SessionChange, Sessions } from '../core/session/sessions.ts';
import { accountLabel } from '../accounts/accountLabel.ts';

/** What the provider works with. */
export interface AuthenticationProviderOptions {
  readonly sessions: Sessions;
  /** Signs in, with at least these scopes, to the account's service where one is given. */
  readonly signIn: (scopes: readonly string[], account: AccountId | undefined) => Promise<Session>;
  readonly log: Log;
}

/** Workforce accounts for VS Code and other extensions. Only sessions that work are given out. */
export class WorkforceAuthenticationProvider implements vscode.AuthenticationProvider, Disposable {
  readonly #options: AuthenticationProviderOptions;
  readonly #disposables = new DisposableStore();
  readonly #onDidChangeSessions = this.#disposables.add(
    new Emitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>(),
  );
  /** Sessions that have been given out or told of. */
  #known = new Set<AccountId>();

  readonly onDidChangeSessions = this.#onDidChangeSessions.event;

  constructor(options: AuthenticationProviderOptions) {
    this.#options = options;
    this.#disposables.add(options.sessions.onDidChangeSessions((change) => this.#tell(change)));
  }

  async getSessions(
    scopes: readonly string[] | undefined,
    options: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    const sessions = (await this.#options.sessions.sessions()).filter(
      (session) =>
        session.state === 'active' &&
        (options.account === undefined || options.account.id === session.account.id) &&
        (scopes ?? []).every((scope) => session.scopes.includes(scope)),
    );
    const results = await Promise.all(
      sessions.map(async (session) => await this.#withToken(session)),
    );
    return results.filter((session) => session !== undefined);
  }

  async createSession(
    scopes: readonly string[],
    options: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession> {
    const id = options.account?.id;
    const session = await this.#options.signIn(
      scopes,
      id !== undefined && isAccountId(id) ? id : undefined,
    );
    const withToken = await this.#withToken(session);
    if (withToken === undefined) {
      throw new CancelledError();
    }
    return withToken;
  }

  async removeSession(sessionId: string): Promise<void> {
    if (isAccountId(sessionId)) {
      await this.#options.sessions.remove(sessionId);
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #withToken(session: Session): Promise<vscode.AuthenticationSession | undefined> {
    try {
      const token = await this.#options.sessions.accessToken(session.account.id);
      return describe(session, token.value);
    } catch (error) {
      // A session that gives no token now is left out; it is not ended by that.
      this.#options.log.warn(`No access token for ${session.account.id}: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** Tells VS Code, which sees only sessions that work, so that one that has ended counts as removed. */
  #tell({ added, removed, changed }: SessionChange): void {
    const known = this.#known;
    const present = [...added, ...changed].filter(({ state }) => state === 'active');
    const gone = [...removed, ...changed.filter(({ state }) => state === 'signInNeeded')];
    this.#known = new Set(known);
    for (const { account } of gone) {
      this.#known.delete(account.id);
    }
    for (const { account } of present) {
      this.#known.add(account.id);
    }
    const change = {
      added: present
        .filter(({ account }) => !known.has(account.id))
        .map((session) => describe(session)),
      removed: gone
        .filter(({ account }) => known.has(account.id))
        .map((session) => describe(session)),
      changed: present
        .filter(({ account }) => known.has(account.id))
        .map((session) => describe(session)),
    };
    if (change.added.length + change.removed.length + change.changed.length > 0) {
      this.#onDidChangeSessions.fire(change);
    }
  }
}

/** Without a token where only the fact is told: whoever is interested asks for the session itself. */
function describe(session: Session, accessToken = ''): vscode.AuthenticationSession {
  const { account, scopes } = session;
  return {
    id: account.id,
    accessToken,
    account: { id: account.id, label: accountLabel(account) },
    scopes,
  };
}
