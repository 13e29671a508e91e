import { abortable, throwIfAborted } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import type { Connection } from '../connections/connection.ts';
import { CallbackValidationError } from '../errors/callbackValidationError.ts';
import { CancelledError } from '../errors/cancelledError.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { SessionExpiredError } from '../errors/sessionExpiredError.ts';
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
  type EndedElsewhere,
  type PendingAuthorization,
  type PendingAuthorizations,
} from '../oauth/pendingAuthorization.ts';
import type { TokenEndpoint } from '../oauth/tokenEndpoint.ts';
import type { ClientSecrets } from './clientSecrets.ts';
import type { Session, Sessions } from './sessions.ts';

interface AuthorizationCodeFlowOptions {
  readonly pendingAuthorizations: PendingAuthorizations;
  readonly tokenEndpoint: TokenEndpoint;
  readonly clientSecrets: ClientSecrets;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a sign-in asks the service for. */
export interface SignInRequest {
  readonly connection: Connection;
  readonly scopes: readonly string[];
  /** Exactly as registered for the app. */
  readonly redirectUri: string;
  /** The address that a relay page is to forward to. */
  readonly returnAddress?: string;
}

/** A sign-in that was begun in this window. */
export interface SignInAttempt {
  /** To be opened in the browser. */
  readonly authorizationUrl: string;
  /**
   * Waits until the sign-in has ended, here or in another window. Throws `CancelledError` when `signal`
   * is aborted or another window has shown the failure, and whatever else kept it from succeeding.
   */
  wait(signal?: AbortSignal): Promise<Session>;
}

/** How a callback was received. */
export type CallbackReceipt =
  /** It was of a sign-in that had been begun, which has ended by it. */
  | 'handled'
  /** It repeats one that has been used: it is ignored. */
  | 'ignored';

interface Waiting extends PromiseWithResolvers<Session> {
  /** Where its answer comes. */
  readonly address: string;
  /** Aborted when no caller waits any more. */
  readonly abandoned: AbortController;
}

/** Sign-ins from the authorization request to the stored session (docs/interface.md, section 5). */
export class AuthorizationCodeFlow {
  readonly #options: AuthorizationCodeFlowOptions;
  readonly #waiting = new Map<string, Waiting>();
  /** States of which a callback is used right now, or has led to a session. */
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
      expiresAt: clock.now() + authorizationLifetime,
    });
    const ending = this.#endingOf(state, redirectUri);
    // A failure without a waiting caller is shown by the window that received the callback.
    ending.catch(() => undefined);
    return {
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

  /**
   * Ends the sign-in that `callback`, the address of the redirect, belongs to. A failure goes to the
   * caller that waits for it in this window, and is thrown if none does. Throws `CallbackValidationError`
   * for what is no callback at all or has another state, and `AuthorizationResponseError` for an error
   * that could be of several sign-ins: those that wait go on.
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
   * Returns the state of the only sign-in of this window that waits for its answer at the address of
   * `callback`, an error without state.
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
      throw authorizationErrorOf(callback, states) ?? this.#unknownState();
    }
    return first;
  }

  /** Why a callback whose state is unknown is not used; a sign-in that waits here has another one. */
  #unknownState(): CallbackValidationError {
    this.#options.log.warn('A callback with an unknown state was not used.');
    return new CallbackValidationError(this.#waiting.size > 0 ? 'wrongState' : 'unknownState');
  }

  /** Makes a session of `callback`; the window that began the sign-in is notified if it is another one. */
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
    const { clientSecrets, clock, sessions, tokenEndpoint } = this.#options;
    const response = validateCallback(callback, pending, clock.now());
    const clientSecret = await clientSecrets.require(pending);
    const tokens = await tokenEndpoint.exchange(response, clientSecret, signal);
    throwIfAborted(signal);
    // Again: what is stored for a connection that was removed meanwhile does not come back.
    await clientSecrets.require(pending);
    return await sessions.add(pending, tokens);
  }

  /** Whatever ended the wait, a callback that arrives later finds nothing. */
  async #forget(state: string): Promise<void> {
    try {
      await this.#options.pendingAuthorizations.take(state);
    } catch (error) {
      // The sign-in has ended as it has; what is left of it expires.
      this.#options.log.warn(`A sign-in could not be cleared away: ${reasonOf(error)}`);
    }
  }

  /** Settles when the sign-in of `state` ends here or elsewhere, or takes too long. */
  async #endingOf(state: string, redirectUri: string): Promise<Session> {
    const { clock, log, pendingAuthorizations } = this.#options;
    const waiting = {
      ...Promise.withResolvers<Session>(),
      abandoned: new AbortController(),
      address: addressOf(new URL(redirectUri)),
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
    const timer = clock.schedule(authorizationLifetime, () =>
      waiting.reject(new CallbackValidationError('expired')),
    );
    try {
      return await waiting.promise;
    } finally {
      this.#waiting.delete(state);
      timer.dispose();
      elsewhere.dispose();
    }
  }

  async #endedElsewhere(end: Exclude<EndedElsewhere, { kind: 'unreadable' }>): Promise<Session> {
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
