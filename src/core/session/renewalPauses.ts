import type { AccountId } from '../account/account.ts';
import type { ClientSecret } from '../account/tokens.ts';
import type { Clock } from '../async/clock.ts';
import { NetworkError } from '../errors/networkError.ts';
import { RateLimitedError, waitAskedFor } from '../errors/rateLimitedError.ts';
import { SessionDoubtfulError } from '../errors/sessionDoubtfulError.ts';
import { accountOfSession, isNewer, type StoredSession } from './storedSession.ts';

/** Pauses between requests to the token endpoint, in milliseconds; doubled with each further failure. */
interface PauseLengths {
  readonly first: number;
  readonly longest: number;
}

/** Pauses after a response that is likely to stay the same for a while. */
const longPauses: PauseLengths = { first: 5000, longest: 60_000 };
/** Pauses after any other failure, short so that a manual retry rarely hits one. */
const shortPauses: PauseLengths = { first: 1000, longest: 10_000 };

/** Maximum pause requested by a service, in milliseconds; longer ones may be a mistake. */
const maximumRequestedWait = 600_000;

interface Pause {
  readonly session: StoredSession;
  readonly clientSecret: ClientSecret;
  readonly error: unknown;
  readonly length: number;
  /** Time on the monotonic clock. */
  readonly until: number;
}

/**
 * Failures to renew sessions, each followed by a pause: otherwise every caller that waits for a token would
 * send the same request and get the same response.
 */
export class RenewalPauses {
  readonly #clock: Clock;
  readonly #pauses = new Map<AccountId, Pause>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws the last recorded error while `session` with `clientSecret` is paused. */
  throwIfPaused(session: StoredSession, clientSecret: ClientSecret): void {
    const pause = this.#about(session, clientSecret);
    const remaining = (pause?.until ?? 0) - this.#clock.monotonic();
    if (pause !== undefined && remaining > 0) {
      throw pause.error instanceof RateLimitedError
        ? new RateLimitedError(Math.ceil(remaining / 1000), { cause: pause.error })
        : pause.error;
    }
  }

  /** Records that `session` was not renewed with `clientSecret` because of `error`. */
  note(session: StoredSession, clientSecret: ClientSecret, error: unknown): void {
    const lengths = lengthsAfter(error);
    if (lengths === undefined) {
      return;
    }
    const earlier = this.#about(session, clientSecret);
    const length =
      earlier === undefined
        ? lengths.first
        : Math.min(Math.max(2 * earlier.length, lengths.first), lengths.longest);
    const asked = Math.min(waitAskedFor(error), maximumRequestedWait);
    const until = this.#clock.monotonic() + Math.max(length, asked);
    const { id } = accountOfSession(session);
    this.#pauses.set(id, { session, clientSecret, error, length, until });
  }

  #about(session: StoredSession, clientSecret: ClientSecret): Pause | undefined {
    const pause = this.#pauses.get(accountOfSession(session).id);
    return pause === undefined ||
      pause.clientSecret !== clientSecret ||
      isNewer(session, pause.session)
      ? undefined
      : pause;
  }
}

function lengthsAfter(error: unknown): PauseLengths | undefined {
  if (error instanceof SessionDoubtfulError || error instanceof RateLimitedError) {
    return longPauses;
  }
  // A service that was not reached need not be spared.
  return error instanceof NetworkError && error.kind === 'unreachable' ? undefined : shortPauses;
}
