import type { AccountId } from '../account/account.ts';
import type { ClientSecret } from '../account/tokens.ts';
import type { Clock } from '../async/clock.ts';
import { NetworkError } from '../errors/networkError.ts';
import { RateLimitedError, waitAskedFor } from '../errors/rateLimitedError.ts';
import { SessionDoubtfulError } from '../errors/sessionDoubtfulError.ts';
import { isNewer } from './sessionLineage.ts';
import { accountOfSession, type StoredSession } from './storedSession.ts';

/** How long to leave the token endpoint alone, in milliseconds; doubled with each further failure. */
interface PauseLengths {
  readonly first: number;
  readonly longest: number;
}

/** After an answer that will be the same for a while. */
const longPauses: PauseLengths = { first: 5000, longest: 60_000 };
/** After anything else: short, so that who tries again by hand hardly meets it. */
const shortPauses: PauseLengths = { first: 1000, longest: 10_000 };

/** A service that asks for more, in milliseconds, is asked again anyway: it may be a mistake of the service. */
const longestAskedFor = 600_000;

interface Pause {
  readonly session: StoredSession;
  readonly clientSecret: ClientSecret;
  readonly error: unknown;
  readonly length: number;
  /** On the monotonic clock. */
  readonly until: number;
}

/**
 * Failures to renew sessions. The token endpoint is left alone for a while after one: it would be asked
 * again by everybody who waits for a token, and would say the same to all.
 */
export class RenewalPauses {
  readonly #clock: Clock;
  readonly #pauses = new Map<AccountId, Pause>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws what was noted last, while the token endpoint is to be left alone about `session` with `clientSecret`. */
  throwIfPaused(session: StoredSession, clientSecret: ClientSecret): void {
    const pause = this.#about(session, clientSecret);
    const remaining = (pause?.until ?? 0) - this.#clock.monotonic();
    if (pause !== undefined && remaining > 0) {
      throw pause.error instanceof RateLimitedError
        ? new RateLimitedError(Math.ceil(remaining / 1000), { cause: pause.error })
        : pause.error;
    }
  }

  /** Notes that `session` was not renewed with `clientSecret` because of `error`. */
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
    const asked = Math.min(waitAskedFor(error), longestAskedFor);
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
  // If the service was not reached, it need not be spared.
  return error instanceof NetworkError && error.kind === 'unreachable' ? undefined : shortPauses;
}
