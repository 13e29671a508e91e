import type { Clock } from '../async/clock.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import { SessionDoubtfulError } from '../errors/sessionDoubtfulError.ts';
import { SessionExpiredError } from '../errors/sessionExpiredError.ts';
import { TokenEndpointError } from '../errors/tokenEndpointError.ts';
import type { HeldLock } from '../locks/accountLock.ts';
import type { Log } from '../log/log.ts';
import type { TokenEndpoint } from '../oauth/tokenEndpoint.ts';
import type { RefreshResponse } from '../oauth/tokenResponse.ts';
import type { ClientSecrets } from './clientSecrets.ts';
import type { RenewalPauses } from './renewalPauses.ts';
import type { SessionFolder } from './sessionFolder.ts';
import { createHandoverKey } from './sessionHandover.ts';
import { isNewer } from './sessionLineage.ts';
import type { SessionStore } from './sessionStore.ts';
import type { SessionTransitionLog } from './sessionTransitionLog.ts';
import type { SharedSessions } from './sharedSessions.ts';
import { accountOfSession, type StoredSession } from './storedSession.ts';

interface TokenRotationOptions {
  readonly store: SessionStore;
  readonly folder: SessionFolder;
  readonly shared: SharedSessions;
  readonly tokenEndpoint: TokenEndpoint;
  readonly clientSecrets: ClientSecrets;
  readonly pauses: RenewalPauses;
  readonly transitions: SessionTransitionLog;
  /** Called when the service has just issued the tokens of a session. */
  readonly onDidIssue: (session: StoredSession) => void;
  /** Called when the service has refused to renew a session, and this window was the first to hear of it. */
  readonly onDidEnd: (session: StoredSession) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Why tokens are renewed. */
export type RenewalReason = 'renewedAhead' | 'renewedAfterRejection';

/**
 * Exchanges the refresh token of a session for new tokens, under the lock of the session. The order of
 * things (store before use) is what keeps a rotated refresh token from being lost.
 */
export class TokenRotation {
  readonly #options: TokenRotationOptions;

  constructor(options: TokenRotationOptions) {
    this.#options = options;
  }

  /** Sends the refresh token of `session`, and stores the new tokens. Throws what `SessionRenewal.current` throws. */
  async rotate(
    session: StoredSession,
    lock: HeldLock,
    reason: RenewalReason,
  ): Promise<StoredSession> {
    const { clientSecrets, clock, log, onDidIssue, pauses, tokenEndpoint, transitions } =
      this.#options;
    const { id } = accountOfSession(session);
    const clientSecret = await clientSecrets.require(session);
    pauses.throwIfPaused(session, clientSecret);
    let tokens: RefreshResponse;
    try {
      tokens = await tokenEndpoint.refresh({ ...session, clientSecret });
    } catch (error) {
      if (error instanceof TokenEndpointError && error.outcome === 'refused') {
        return await this.#afterRefusal(session, lock, error);
      }
      if (error instanceof TokenEndpointError && error.outcome === 'doubtful') {
        transitions.record(id, 'doubtful');
        log.warn(`Session ${id} was not renewed, which does not end it: ${error.detail}`);
        const doubt = new SessionDoubtfulError(id, error.detail, { cause: error });
        pauses.note(session, clientSecret, doubt);
        throw doubt;
      }
      transitions.record(id, 'notRenewed');
      pauses.note(session, clientSecret, error);
      throw error;
    }
    const { tenantId = session.tenantId, userId = session.userId } = tokens;
    if (tenantId !== session.tenantId || userId !== session.userId) {
      // Tokens of somebody else would read and change another tenant's labels.
      const error = new ResponseSchemaError('tenant_id, user_id');
      pauses.note(session, clientSecret, error);
      throw error;
    }
    const next: StoredSession = {
      ...session,
      handoverKey: session.handoverKey ?? createHandoverKey(),
      generation: session.generation + 1,
      refreshToken: tokens.refreshToken ?? session.refreshToken,
    };
    if (tokens.accessToken === undefined) {
      // There is nothing to call the service with, but the next renewal must not send the old token.
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

  /** Keeps the record, and has the user sign in again; unless another window knows better. */
  async end(
    session: StoredSession,
    lock: HeldLock,
    why: 'lost' | 'refused',
    options?: ErrorOptions,
  ): Promise<StoredSession> {
    const { id } = accountOfSession(session);
    const generation = session.generation + 1;
    const ended = await this.#store(lock, { ...session, generation, state: 'signInNeeded' });
    if (ended.state === 'active') {
      return ended;
    }
    this.#options.transitions.record(id, why);
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
    return await this.end({ ...session, endReason: cause.serverError }, lock, 'refused', { cause });
  }

  /** Stores `session`, or returns what another window, which took this one for dead, has stored meanwhile. */
  async #store(lock: HeldLock, session: StoredSession): Promise<StoredSession> {
    const { folder, log, shared, store, transitions } = this.#options;
    const { id } = accountOfSession(session);
    let next = session;
    if (!(await lock.isStillHeld())) {
      const newest = await this.#readNewest(session);
      if (newest !== undefined && !isNewer(session, newest)) {
        if (newest.state === 'active' || session.state === 'signInNeeded') {
          return newest;
        }
        // The other window was refused because this one had already got the new tokens.
        next = { ...session, generation: newest.generation + 1 };
      } else if (newest !== undefined && newest.lineage !== session.lineage) {
        return newest;
      }
    }
    await store.write(next);
    if (await shared.isOutdated(next)) {
      // Signed out meanwhile, here or in another window: what was just stored must not bring it back.
      await store.delete(id);
      await folder.remove(id).catch(() => log.warn(`Files of session ${id} could not be removed.`));
      transitions.record(id, 'signedOutElsewhere');
      throw new SessionExpiredError(id);
    }
    await shared.publish(next);
    return next;
  }

  /** What is stored in place of `session`. New tokens do not get lost for a keyring that cannot be read. */
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
