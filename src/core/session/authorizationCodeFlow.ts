import { accountOf } from '../account/account.ts';
import { abortable, throwIfAborted } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import type { Disposable } from '../async/disposable.ts';
import type { Connection } from '../connections/connection.ts';
import { CallbackValidationError } from '../errors/callbackValidationError.ts';
import { CancelledError } from '../errors/cancelledError.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { SessionExpiredError } from '../errors/sessionExpiredError.ts';
import type { LiveSecrets } from '../log/liveSecrets.ts';
import type { Log } from '../log/log.ts';
import { authorizationUrl, createState } from '../oauth/authorizationRequest.ts';
import {
  addressOf,
  authorizationErrorOf,
  parseCallback,
  validateCallback,
  type Callback,
} from '../oauth/callback.ts';
import {
  authorizationLifetime,
  pendingAuthorizationId,
  type SignInEnd,
  type PendingAuthorization,
  type PendingAuthorizations,
} from '../oauth/pendingAuthorization.ts';
import type { TokenClient } from '../oauth/tokenClient.ts';
import type { TokenResponse } from '../oauth/tokenResponse.ts';
import type { ClientSecrets } from './clientSecrets.ts';
import type { Session, Sessions } from './sessions.ts';

/** Replacement of another app's session by a sign-in: an account has only one session. */
export interface SessionReplacement {
  readonly replaced: Session;
  /** Approved sign-in, with the granted values. */
  readonly connectionName: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

interface AuthorizationCodeFlowOptions {
  readonly pendingAuthorizations: PendingAuthorizations;
  readonly tokenClient: TokenClient;
  readonly liveSecrets: LiveSecrets;
  readonly clientSecrets: ClientSecrets;
  readonly sessions: Sessions;
  /** Asks the user before a session is replaced; if they do not agree, it stays and the new one is dropped. */
  readonly mayReplace: (replacement: SessionReplacement) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Parameters of a sign-in. */
export interface SignInRequest {
  readonly connection: Connection;
  readonly scopes: readonly string[];
  /** Redirect URI exactly as registered for the app. */
  readonly redirectUri: string;
  /** Address that a relay page forwards to. */
  readonly returnAddress?: string;
}

/** Sign-in begun in this window. */
export interface SignInAttempt {
  /** Identifies it in all windows, without revealing its state. */
  readonly id: string;
  /** Address to open in the browser. */
  readonly authorizationUrl: string;
  /**
   * Waits until the sign-in has ended, in any window. Throws `CancelledError` when `signal` is aborted or
   * another window has shown the failure, and otherwise the error of the sign-in.
   */
  wait(signal?: AbortSignal): Promise<Session>;
}

/** Result of handling a callback. */
export type CallbackReceipt =
  /** The callback has ended a pending sign-in. */
  | 'handled'
  /** The callback repeats a used one, and is ignored. */
  | 'ignored';

interface Waiting extends PromiseWithResolvers<Session> {
  /** Redirect address. */
  readonly address: string;
  /** Aborted when no caller waits any more. */
  readonly abandoned: AbortController;
  /** Ends the wait for the callback. */
  readonly timer: Disposable;
}

/** Sign-ins from the authorization request to the stored session (docs/interface.md, section 5). */
export class AuthorizationCodeFlow {
  readonly #options: AuthorizationCodeFlowOptions;
  readonly #waiting = new Map<string, Waiting>();
  /** States whose callback is being used, or has led to a session. */
  readonly #used = new Set<string>();

  constructor(options: AuthorizationCodeFlowOptions) {
    this.#options = options;
  }

  /** Begins a sign-in. Throws `ConfigurationError` without a client secret, and `StorageError`. */
  async begin(request: SignInRequest): Promise<SignInAttempt> {
    const { connection, scopes, redirectUri, returnAddress } = request;
    const { clientSecrets, clock, pendingAuthorizations } = this.#options;
    const { baseUrl, clientId } = connection;
    await clientSecrets.require({ baseUrl, clientId, connectionName: connection.name });
    const state = createState(returnAddress);
    await pendingAuthorizations.add({
      state,
      connectionName: connection.name,
      baseUrl,
      clientId,
      redirectUri,
      scopes: [...scopes],
      addedScopes: scopes.filter((scope) => !connection.scopes.includes(scope)),
      expiresAt: clock.now() + authorizationLifetime,
    });
    const ending = this.#endingOf(state, redirectUri);
    // A failure without a waiting caller is shown by the window that received the callback.
    ending.catch(() => undefined);
    return {
      id: pendingAuthorizationId(state),
      authorizationUrl: authorizationUrl({ baseUrl, clientId, scopes, redirectUri, state }),
      wait: async (signal) => {
        try {
          return await abortable(ending, signal);
        } finally {
          const waiting = this.#waiting.get(state);
          waiting?.abandoned.abort();
          waiting?.reject(new CancelledError());
          await this.#forget(state);
        }
      },
    };
  }

  /** Returns the name of the connection of the sign-in `id`; undefined if it has ended. Throws `StorageError`. */
  async pendingConnection(id: string): Promise<string | undefined> {
    return (await this.#options.pendingAuthorizations.find(id))?.connectionName;
  }

  /**
   * Completes the sign-in that `callback`, the address of the redirect, belongs to. A failure goes to the
   * caller that waits for it in this window, and is thrown if there is none. Throws `CallbackValidationError`
   * for an invalid callback or one with another state, and `AuthorizationResponseError` for an error that may
   * belong to any of several sign-ins, which continue.
   */
  async finish(callback: string): Promise<CallbackReceipt> {
    const parsed = parseCallback(callback);
    const state = parsed.state ?? this.#onlyStateAt(parsed);
    if (this.#used.has(state)) {
      this.#options.log.warn('A callback that came again was ignored.');
      return 'ignored';
    }
    this.#used.add(state);
    // Looked up first: the caller that waits may leave at any moment.
    const waiting = this.#waiting.get(state);
    // It has come in time, however long it takes to use it.
    waiting?.timer.dispose();
    try {
      const session = await this.#use(parsed, state, waiting?.abandoned.signal);
      waiting?.resolve(session);
    } catch (error) {
      this.#used.delete(state);
      if (waiting === undefined) {
        throw error;
      }
      waiting.reject(error);
    }
    return 'handled';
  }

  /**
   * Returns the state of the only pending sign-in of this window with the redirect address of `callback`, an
   * error without state.
   */
  #onlyStateAt(callback: Callback): string {
    const { address } = callback;
    const states = [...this.#waiting]
      .filter(([, waiting]) => address === undefined || address === waiting.address)
      .map(([state]) => state);
    const [first, ...others] = states;
    if (first === undefined) {
      throw this.#unknownState();
    }
    if (others.length > 0) {
      throw authorizationErrorOf(callback, this.#options.liveSecrets) ?? this.#unknownState();
    }
    return first;
  }

  /** Returns the error for a callback with an unknown state; a sign-in pending here has another one. */
  #unknownState(): CallbackValidationError {
    this.#options.log.warn('A callback with an unknown state was not used.');
    return new CallbackValidationError(this.#waiting.size > 0 ? 'wrongState' : 'unknownState');
  }

  /** Creates a session from `callback`, and notifies the window that began the sign-in if it is another one. */
  async #use(
    callback: Callback,
    state: string,
    abandoned: AbortSignal | undefined,
  ): Promise<Session> {
    const { pendingAuthorizations } = this.#options;
    const pending = await pendingAuthorizations.take(state);
    if (pending === undefined) {
      // What is waited for here has ended all the same: its answer will not come once more.
      throw abandoned === undefined
        ? this.#unknownState()
        : new CallbackValidationError('unknownState');
    }
    if (abandoned !== undefined) {
      return await this.#exchange(callback, pending, abandoned);
    }
    try {
      const session = await this.#exchange(callback, pending, undefined);
      await pendingAuthorizations.notifyEnded(state, session.account.id);
      return session;
    } catch (error) {
      await pendingAuthorizations.notifyEnded(state, undefined);
      throw error;
    }
  }

  /** Throws `CancelledError` when `signal` is aborted before the session is stored. */
  async #exchange(
    callback: Callback,
    pending: PendingAuthorization,
    signal: AbortSignal | undefined,
  ): Promise<Session> {
    const { clientSecrets, clock, liveSecrets, mayReplace, sessions, tokenClient } = this.#options;
    const response = validateCallback(callback, pending, clock.now(), liveSecrets);
    const clientSecret = await clientSecrets.require(pending);
    const tokens = await clientSecrets.send(
      pending,
      clientSecret,
      async () => await tokenClient.exchange(response, clientSecret, signal),
    );
    const replacement = await this.#replacementBy(pending, tokens);
    if (replacement !== undefined && !(await mayReplace(replacement))) {
      throw new CancelledError();
    }
    throwIfAborted(signal);
    // Again: what is stored for a connection that was removed meanwhile does not come back.
    await clientSecrets.require(pending);
    return await sessions.add(pending, tokens);
  }

  /** Returns the working session of another app, if the tokens are of its account. */
  async #replacementBy(
    { baseUrl, clientId, connectionName, scopes }: PendingAuthorization,
    tokens: TokenResponse,
  ): Promise<SessionReplacement | undefined> {
    const { log, sessions } = this.#options;
    const { id } = accountOf(baseUrl, tokens.tenantId, tokens.userId);
    try {
      const replaced = (await sessions.sessions()).find(({ account }) => account.id === id);
      return replaced === undefined || replaced.state !== 'active' || replaced.clientId === clientId
        ? undefined
        : { replaced, connectionName, clientId, scopes: tokens.scopes ?? scopes };
    } catch (error) {
      // A keyring that cannot be read does not keep anybody from signing in.
      log.warn(`The earlier session could not be read: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** Deletes the pending sign-in, so that a later callback finds nothing. */
  async #forget(state: string): Promise<void> {
    try {
      await this.#options.pendingAuthorizations.take(state);
    } catch (error) {
      // The sign-in has ended as it has; what is left of it expires.
      this.#options.log.warn(`A sign-in could not be cleared away: ${reasonOf(error)}`);
    }
  }

  /** Settles when the sign-in of `state` ends in any window, or takes too long. */
  async #endingOf(state: string, redirectUri: string): Promise<Session> {
    const { clock, log, pendingAuthorizations } = this.#options;
    const ending = Promise.withResolvers<Session>();
    const waiting = {
      ...ending,
      abandoned: new AbortController(),
      address: addressOf(new URL(redirectUri)),
      timer: clock.schedule(authorizationLifetime, () =>
        ending.reject(new CallbackValidationError('expired')),
      ),
    };
    this.#waiting.set(state, waiting);
    const elsewhere = pendingAuthorizations.onDidEndElsewhere(state)((end) => {
      if (end.kind === 'unreadable') {
        // It may still end here.
        log.warn(`The end of a sign-in could not be read: ${reasonOf(end.error)}`);
      } else {
        this.#endedElsewhere(end).then(waiting.resolve, waiting.reject);
      }
    });
    try {
      return await waiting.promise;
    } finally {
      this.#waiting.delete(state);
      waiting.timer.dispose();
      elsewhere.dispose();
    }
  }

  async #endedElsewhere(end: Exclude<SignInEnd, { kind: 'unreadable' }>): Promise<Session> {
    if (end.kind === 'failed') {
      // The window that received the callback has shown why.
      throw new CancelledError();
    }
    const sessions = await this.#options.sessions.sessions();
    const session = sessions.find(({ account }) => account.id === end.accountId);
    if (session === undefined) {
      throw new SessionExpiredError(end.accountId);
    }
    return session;
  }
}
