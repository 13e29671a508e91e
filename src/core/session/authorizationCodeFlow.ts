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
  /** Connection, app and granted scopes of the approved sign-in. */
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
  /**
   * Asks the user before a session is replaced; if they do not agree, the session stays and the new one is
   * dropped.
   */
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

/** Sign-in that this window has started. */
export interface SignInAttempt {
  /** Identifies the attempt in all windows, without revealing its state. */
  readonly id: string;
  /** Address to open in the browser. */
  readonly authorizationUrl: string;
  /**
   * Waits until the sign-in has ended, in any window, and returns its session. Throws `CancelledError` when
   * `signal` is aborted or another window has shown the failure, and otherwise the error of the sign-in.
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
  /** Aborted once no caller is waiting. */
  readonly abandoned: AbortController;
  /** Ends the wait for the callback after the time limit. */
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

  /** Starts a sign-in. Throws `ConfigurationError` without a client secret, and `StorageError`. */
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
   * Completes the sign-in that `callback`, the address of the redirect, belongs to. A failure is passed to
   * the caller that waits for it in this window, or thrown if no caller waits. Throws
   * `CallbackValidationError` for an invalid callback or one with another state, and
   * `AuthorizationResponseError` for an error that may belong to any of several sign-ins, which continue.
   */
  async finish(callback: string): Promise<CallbackReceipt> {
    const parsed = parseCallback(callback);
    const state = parsed.state ?? this.#onlyStateAt(parsed);
    if (this.#used.has(state)) {
      this.#options.log.warn('A callback that came again was ignored.');
      return 'ignored';
    }
    this.#used.add(state);
    // Looked up first, as the waiting caller may leave at any moment.
    const waiting = this.#waiting.get(state);
    // The callback has arrived in time, however long its use takes.
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
   * Returns the state of the only pending sign-in of this window with the redirect address of `callback`,
   * which is an error without a state.
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

  /**
   * Returns the error for a callback with an unknown state; if sign-ins are pending here, they have other
   * states.
   */
  #unknownState(): CallbackValidationError {
    this.#options.log.warn('A callback with an unknown state was not used.');
    return new CallbackValidationError(this.#waiting.size > 0 ? 'wrongState' : 'unknownState');
  }

  /**
   * Creates a session from `callback`, and notifies the window that started the sign-in, if it is another
   * window.
   */
  async #use(
    callback: Callback,
    state: string,
    abandoned: AbortSignal | undefined,
  ): Promise<Session> {
    const { pendingAuthorizations } = this.#options;
    const pending = await pendingAuthorizations.take(state);
    if (pending === undefined) {
      // The pending attempt ends anyway: its response will not arrive a second time.
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

  /**
   * Exchanges the code of `callback` for a session and stores it. Throws `CancelledError` when `signal` is
   * aborted before the session is stored.
   */
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
    // Required again: a session must not be stored for a connection that was removed meanwhile.
    await clientSecrets.require(pending);
    return await sessions.add(pending, tokens);
  }

  /**
   * Returns the working session of another app that a session with `tokens` would replace; undefined if there
   * is none.
   */
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
      // An unreadable keyring does not prevent a sign-in.
      log.warn(`The earlier session could not be read: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** Deletes the pending sign-in, so that a later callback finds nothing. */
  async #forget(state: string): Promise<void> {
    try {
      await this.#options.pendingAuthorizations.take(state);
    } catch (error) {
      // The outcome of the sign-in does not change; its stored entry expires.
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
        // The sign-in may still end here.
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
      // The window that received the callback has shown the reason.
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
