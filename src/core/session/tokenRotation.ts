import type { AccountId } from '../account/account.ts';
import type { Clock } from '../async/clock.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import { SessionDoubtfulError } from '../errors/sessionDoubtfulError.ts';
import { SessionExpiredError } from '../errors/sessionExpiredError.ts';
import { TokenEndpointError } from '../errors/tokenEndpointError.ts';
import type { AccountLock, HeldLock } from '../locks/accountLock.ts';
import type { Log } from '../log/log.ts';
import type { TokenClient } from '../oauth/tokenClient.ts';
import type { RefreshResponse } from '../oauth/tokenResponse.ts';
import type { ClientSecrets } from './clientSecrets.ts';
import type { RenewalClaims } from './renewalClaims.ts';
import type { RenewalPauses } from './renewalPauses.ts';
import { verdictOf, withRefusal } from './renewalRefusals.ts';
import { createHandoverKey } from './sessionHandover.ts';
import type { SessionStore } from './sessionStore.ts';
import type { SessionTransitionLog } from './sessionTransitionLog.ts';
import type { SharedSessions } from './sharedSessions.ts';
import { accountOfSession, isNewer, type StoredSession } from './storedSession.ts';

/** Dependencies of a `TokenRotation`. */
export interface TokenRotationOptions {
  readonly lock: AccountLock;
  readonly claims: RenewalClaims;
  readonly store: SessionStore;
  readonly shared: SharedSessions;
  readonly tokenClient: TokenClient;
  readonly clientSecrets: ClientSecrets;
  readonly pauses: RenewalPauses;
  readonly transitions: SessionTransitionLog;
  /** Called when the service has just issued the tokens of a session. */
  readonly onDidIssue: (session: StoredSession) => void;
  /** Called when the service has refused to renew a session, in the first window to learn of it. */
  readonly onDidEnd: (session: StoredSession) => void;
  /** Called when a session has become doubtful, in the first window to learn of it. */
  readonly onDidDoubt: (session: StoredSession) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Reason for a renewal. */
export type RenewalReason = 'renewedAhead' | 'renewedAfterRejection';

/** Request for a renewal. */
export interface RenewalRequest {
  readonly reason: RenewalReason;
  /** True if the service still accepts the current access token, as far as is known. */
  readonly isTokenUsable: boolean;
}

/**
 * Exchanges the refresh token of a session for new tokens, in one window at a time. A rotated refresh token
 * is read again under the lock, so that it is never sent twice, and the new token is stored before it is
 * used, so that it is never lost.
 */
export class TokenRotation {
  readonly #options: TokenRotationOptions;

  constructor(options: TokenRotationOptions) {
    this.#options = options;
  }

  /**
   * Replaces the tokens of `outdated`, unless another window has done so already, and returns the session.
   * Throws the errors of `SessionRenewal.current`.
   */
  async renew(
    id: AccountId,
    outdated: StoredSession,
    request: RenewalRequest,
  ): Promise<StoredSession> {
    const { claims, lock } = this.#options;
    for (;;) {
      const held = await lock.acquire(id);
      try {
        const before = await this.#newest(id, outdated);
        if (before.isRenewed) {
          return before.session;
        }
        const claim = await claims.acquire(id);
        try {
          const { session, isRenewed } = await this.#newest(id, outdated);
          if (isRenewed) {
            return session;
          }
          if (await held.isStillHeld()) {
            return await this.#rotate(session, held, request);
          }
        } finally {
          await claim.release();
        }
      } finally {
        await held.release();
      }
    }
  }

  /** Returns the newest session of any window, and whether it has replaced `outdated`. */
  async #newest(
    id: AccountId,
    outdated: StoredSession,
  ): Promise<{ readonly session: StoredSession; readonly isRenewed: boolean }> {
    const { shared, transitions } = this.#options;
    const session = await shared.newest(id);
    const isRenewed = isNewer(session, outdated);
    if (isRenewed) {
      transitions.record(id, 'renewedElsewhere');
    }
    return { session, isRenewed };
  }

  /** Sends the refresh token of `session`, stores the new tokens, and returns the renewed session. */
  async #rotate(
    session: StoredSession,
    lock: HeldLock,
    { isTokenUsable, reason }: RenewalRequest,
  ): Promise<StoredSession> {
    const { clientSecrets, clock, log, onDidIssue, pauses, tokenClient, transitions } =
      this.#options;
    const { id } = accountOfSession(session);
    const clientSecret = await clientSecrets.require(session);
    pauses.throwIfPaused(session, clientSecret);
    // This window may hang until the response has arrived: meanwhile, no other window may send the same
    // token.
    await lock.expectSilence(tokenClient.refreshTimeout);
    let tokens: RefreshResponse;
    try {
      tokens = await clientSecrets.send(
        session,
        clientSecret,
        async () => await tokenClient.refresh({ ...session, clientSecret }),
      );
    } catch (error) {
      if (error instanceof TokenEndpointError && error.outcome === 'refused') {
        // Earlier refusals did not end the session, so they are dropped.
        return await this.#afterRefusal({ ...session, refusals: undefined }, lock, error);
      }
      if (error instanceof TokenEndpointError && error.outcome === 'doubtful') {
        const now = clock.now();
        const refusals = withRefusal(session.refusals, error.refusal, !isTokenUsable, now);
        if (verdictOf(refusals, session.issuedAt, now) === 'ended') {
          return await this.#afterRefusal({ ...session, refusals }, lock, error);
        }
        const doubt = new SessionDoubtfulError(id, error.refusal, { cause: error });
        pauses.note(session, clientSecret, doubt);
        await this.#doubt({ ...session, refusals }, session.refusals, lock);
        throw doubt;
      }
      transitions.record(id, 'notRenewed');
      pauses.note(session, clientSecret, error);
      throw error;
    }
    const { tenantId = session.tenantId, userId = session.userId } = tokens;
    if (tenantId !== session.tenantId || userId !== session.userId) {
      // Tokens of another user would read and change another tenant's labels.
      const error = new ResponseSchemaError('tenant_id, user_id');
      pauses.note(session, clientSecret, error);
      throw error;
    }
    const next: StoredSession = {
      ...session,
      handoverKey: session.handoverKey ?? createHandoverKey(),
      generation: session.generation + 1,
      refusals: undefined,
      refreshToken: tokens.refreshToken ?? session.refreshToken,
    };
    if (tokens.accessToken === undefined) {
      // Without an access token, the service cannot be called, but the next renewal must not send the old
      // refresh token.
      const error = new ResponseSchemaError('access_token');
      pauses.note(await this.#store(lock, next), clientSecret, error);
      transitions.record(id, 'notRenewed');
      throw error;
    }
    const renewed: StoredSession = {
      ...next,
      accessToken: tokens.accessToken,
      scopes: [...(tokens.scopes ?? session.scopes)],
      expiresIn: tokens.expiresIn ?? session.expiresIn,
      issuedAt: clock.now(),
    };
    onDidIssue(renewed);
    const stored = await this.#store(lock, renewed);
    transitions.record(id, reason);
    log.info(`Session ${id} was renewed.`);
    return stored;
  }

  /** Records that the service refused to renew `session`, which does not end it. */
  async #doubt(
    session: StoredSession,
    earlier: StoredSession['refusals'],
    lock: HeldLock,
  ): Promise<void> {
    const { log, onDidDoubt, shared, store, transitions } = this.#options;
    const { id } = accountOfSession(session);
    transitions.record(id, 'doubtful');
    log.warn(`Session ${id} was not renewed, which does not end it.`);
    if (!(await lock.isStillHeld())) {
      return; // Another window has taken over and records the state.
    }
    // The generation stays: the tokens are the same, and no window needs to fetch them.
    await store.write(session);
    await shared.endIfSignedOut(session);
    if (session.refusals?.isBlocking === true && earlier?.isBlocking !== true) {
      onDidDoubt(session);
    }
  }

  /**
   * Keeps the record of the session and requires a new sign-in, unless another window has stored a newer
   * session, which is returned.
   */
  async #end(
    session: StoredSession,
    lock: HeldLock,
    options: ErrorOptions,
  ): Promise<StoredSession> {
    const { id } = accountOfSession(session);
    const generation = session.generation + 1;
    const ended = await this.#store(lock, { ...session, generation, state: 'signInNeeded' });
    if (ended.state === 'active') {
      return ended;
    }
    this.#options.transitions.record(id, 'refused');
    this.#options.onDidEnd(ended);
    throw new SessionExpiredError(id, options);
  }

  async #afterRefusal(
    session: StoredSession,
    lock: HeldLock,
    cause: TokenEndpointError,
  ): Promise<StoredSession> {
    const { log, shared } = this.#options;
    const replacement = await shared.replacementOf(session);
    if (replacement !== undefined) {
      return replacement;
    }
    log.warn(
      `Session ${accountOfSession(session).id} was refused by the service: ${cause.message}`,
    );
    return await this.#end({ ...session, endReason: cause.serverError }, lock, { cause });
  }

  /**
   * Stores and returns `session`, or returns a session that was stored meanwhile: by another window, which
   * considered this one dead, or by a later sign-in.
   */
  async #store(lock: HeldLock, session: StoredSession): Promise<StoredSession> {
    const { shared, store } = this.#options;
    let next = session;
    if (!(await lock.isStillHeld())) {
      const newest = await this.#readNewest(session);
      if (newest !== undefined && !isNewer(session, newest)) {
        if (newest.state === 'active' || session.state === 'signInNeeded') {
          return newest;
        }
        // The other window was refused because this window had already received the new tokens.
        next = { ...session, generation: newest.generation + 1 };
      } else if (newest !== undefined && newest.lineage !== session.lineage) {
        return newest;
      }
    }
    // Checked first, as a later sign-in must not be overwritten.
    const later = await shared.endIfSignedOut(next);
    if (later !== undefined) {
      return later;
    }
    await store.write(next);
    // A sign-out does not wait for the lock, and this write must not restore its session.
    const latest = await shared.endIfSignedOut(next);
    if (latest !== undefined) {
      return latest;
    }
    await shared.publish(next);
    return next;
  }

  /** Returns the session now stored in place of `session`. An unreadable keyring must not lose new tokens. */
  async #readNewest(session: StoredSession): Promise<StoredSession | undefined> {
    const { log, store } = this.#options;
    const { id } = accountOfSession(session);
    try {
      return await store.read(id);
    } catch (error) {
      if (session.state === 'signInNeeded') {
        throw error;
      }
      log.warn(`Session ${id} is stored, whatever was stored before: ${reasonOf(error)}`);
      return undefined;
    }
  }
}
