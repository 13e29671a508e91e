import type { AccountId } from '../account/account.ts';
import type { Clock } from '../async/clock.ts';
import { SessionDoubtfulError } from '../errors/sessionDoubtfulError.ts';
import type { TokenEndpointError } from '../errors/tokenEndpointError.ts';
import { isNewer } from './sessionLineage.ts';
import { accountOfSession, type StoredSession } from './storedSession.ts';

/** How long to leave the token endpoint alone after a doubtful answer, in milliseconds; doubled with each further one. */
const pauses = { first: 5000, longest: 60_000 };

interface Doubt {
  readonly session: StoredSession;
  readonly error: SessionDoubtfulError;
  readonly pause: number;
  /** On the monotonic clock. */
  readonly until: number;
}

/**
 * Doubtful answers to the refresh tokens of sessions. The service is left alone for a while after one: it
 * would say the same to everybody who waits for a token.
 */
export class SessionDoubts {
  readonly #clock: Clock;
  readonly #doubts = new Map<AccountId, Doubt>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws `SessionDoubtfulError` while the service is to be left alone about the tokens of `session`. */
  throwIfFresh(session: StoredSession): void {
    const doubt = this.#about(session);
    if (doubt !== undefined && this.#clock.monotonic() < doubt.until) {
      throw doubt.error;
    }
  }

  /** Notes that the service has not renewed `session`, and returns what to throw for it. */
  note(session: StoredSession, cause: TokenEndpointError): SessionDoubtfulError {
    const { id } = accountOfSession(session);
    const earlier = this.#about(session);
    const pause =
      earlier === undefined ? pauses.first : Math.min(2 * earlier.pause, pauses.longest);
    const error = new SessionDoubtfulError(id, cause.detail, { cause });
    this.#doubts.set(id, { session, error, pause, until: this.#clock.monotonic() + pause });
    return error;
  }

  #about(session: StoredSession): Doubt | undefined {
    const doubt = this.#doubts.get(accountOfSession(session).id);
    return doubt === undefined || isNewer(session, doubt.session) ? undefined : doubt;
  }
}
