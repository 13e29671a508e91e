import type * as vscode from 'vscode';
import { authenticationAccountLabel } from '../accounts/accountLabel.ts';
import { isAccountId, type AccountId } from '../core/account/account.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { Emitter } from '../core/async/event.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { Log } from '../core/log/log.ts';
import type { ChangedSession, Session, SessionChange, Sessions } from '../core/session/sessions.ts';
import type { SessionStore } from '../core/session/sessionStore.ts';

interface AuthenticationProviderOptions {
  readonly sessions: Sessions;
  readonly store: Pick<SessionStore, 'known'>;
  /** Signs in with at least `scopes`, and to the service of `account`, if given. */
  readonly signIn: (scopes: readonly string[], account: AccountId | undefined) => Promise<Session>;
  readonly signOut: (account: AccountId) => Promise<void>;
  readonly log: Log;
}

/**
 * Workforce accounts for VS Code and other extensions: all active sessions, with the current token if a new
 * one is not available. The Accounts menu can sign out only of listed accounts.
 */
export class WorkforceAuthenticationProvider implements vscode.AuthenticationProvider, Disposable {
  readonly #options: AuthenticationProviderOptions;
  readonly #disposables = new DisposableStore();
  readonly #onDidChangeSessions = this.#disposables.add(
    new Emitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>(),
  );

  readonly onDidChangeSessions = this.#onDidChangeSessions.event;

  constructor(options: AuthenticationProviderOptions) {
    this.#options = options;
    this.#disposables.add(options.sessions.onDidChangeSessions((change) => this.#fire(change)));
  }

  async getSessions(
    scopes: readonly string[] | undefined,
    options: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    const sessions = (await this.#options.sessions.sessions()).filter(
      (session) =>
        isActive(session) &&
        (options.account === undefined || options.account.id === session.account.id) &&
        (scopes ?? []).every((scope) => session.scopes.includes(scope)),
    );
    // VS Code passes no scopes when it lists accounts, so no token is needed.
    const isListing = scopes === undefined;
    const results = await Promise.all(
      sessions.map(async (session) =>
        isListing ? this.#withKnownToken(session) : await this.#withToken(session),
      ),
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
      await this.#options.signOut(sessionId);
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
      // A failed renewal does not end the session.
      this.#options.log.warn(`No new access token for ${session.account.id}: ${reasonOf(error)}`);
      return this.#withKnownToken(session);
    }
  }

  /** Returns the session with its stored token; undefined if the session has ended in the meantime. */
  #withKnownToken(session: Session): vscode.AuthenticationSession | undefined {
    const known = this.#options.store.known(session.account.id);
    return known?.state === 'active' ? describe(session, known.accessToken) : undefined;
  }

  /** Reports changes to VS Code, which sees only active sessions: an ended session is reported as removed. */
  #fire({ added, removed, changed }: SessionChange): void {
    const reactivated = changed.filter((session) => isActive(session) && !wasActive(session));
    const ended = changed.filter((session) => !isActive(session) && wasActive(session));
    const renewed = changed.filter((session) => isActive(session) && wasActive(session));
    const change = {
      added: [...added.filter(isActive), ...reactivated].map((session) => describe(session)),
      removed: [...removed.filter(isActive), ...ended].map((session) => describe(session)),
      changed: renewed.map((session) => describe(session)),
    };
    if (change.added.length + change.removed.length + change.changed.length > 0) {
      this.#onDidChangeSessions.fire(change);
    }
  }
}

function isActive({ state }: Session): boolean {
  return state === 'active';
}

function wasActive({ previousState }: ChangedSession): boolean {
  return previousState === 'active';
}

/**
 * Returns the description of a session for VS Code. Change events have no token, as extensions then request
 * the session.
 */
function describe(session: Session, accessToken = ''): vscode.AuthenticationSession {
  const { account, scopes } = session;
  return {
    id: account.id,
    accessToken,
    account: { id: account.id, label: authenticationAccountLabel(account) },
    scopes,
  };
}
