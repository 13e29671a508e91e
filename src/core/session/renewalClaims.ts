import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import * as z from 'zod/mini';
import type { AccountId } from '../account/account.ts';
import { delay } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import type { Log } from '../log/log.ts';
import { secretKeyPrefixes, type SecretStore } from '../secrets/secretStore.ts';
import { hexDigestOf } from '../text/digest.ts';
import { parseJson } from '../text/exactJson.ts';

/** Time for which a claim must be the only one before it is valid, in milliseconds. */
const settlingTime = 200;
/** Age after which the claim of another host is abandoned, in milliseconds: longer than a refresh may take. */
const abandonedAfter = 75_000;
/** Interval at which a waiter checks the claims, in milliseconds. */
const pollInterval = 50;

const claimSchema = z.object({
  /** Folder whose lock the claimant holds. */
  folder: z.string(),
  /** Time on the claimant's clock, in milliseconds since the epoch. */
  at: z.number(),
});

/** A valid claim. */
export interface RenewalClaim {
  /** Lets the next host renew. Never throws, as the work under the claim is finished. */
  release(): Promise<void>;
}

/**
 * Mutual exclusion for renewals between hosts that share the secret store but no folder: the extension hosts
 * of this machine and of a remote one, each with a separate `AccountLock`. A secret store has no
 * compare-and-set, so this is Fischer's algorithm (Lamport, "A fast mutual exclusion algorithm", 1987): write
 * a mark if there is none, wait for longer than a write takes, and proceed if the mark is unchanged.
 */
export class RenewalClaims {
  readonly #secrets: SecretStore;
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Log;

  /** `folder`: path of the folder with the locks of this host. */
  constructor(secrets: SecretStore, folder: string, clock: Clock, log: Log) {
    this.#secrets = secrets;
    this.#folder = hexDigestOf(`${hostname()}\n${folder}`, 64);
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Waits until no other host renews the session of `id`; requires its lock. Never throws: if the store cannot
   * be used, no other host can know of the session.
   */
  async acquire(id: AccountId): Promise<RenewalClaim> {
    const key = secretKeyPrefixes.renewalClaim + id;
    try {
      for (;;) {
        const { present: earlier, started } = await this.#untilUnclaimed(key);
        const own = JSON.stringify({
          folder: this.#folder,
          at: this.#clock.now(),
          nonce: randomUUID(),
        });
        await this.#secrets.store(key, own);
        const taken = this.#clock.monotonic() - started;
        await delay(this.#clock, Math.max(settlingTime, 2 * taken));
        const present = await this.#secrets.get(key);
        // Unchanged or empty: the store does not keep new values, so no other host can claim the session
        // either.
        if (present === own || present === earlier || present === undefined) {
          return { release: async () => await this.#release(key, own) };
        }
      }
    } catch (error) {
      this.#log.warn(`The renewal of session ${id} could not be claimed: ${reasonOf(error)}`);
      return { release: async () => await Promise.resolve() };
    }
  }

  /**
   * Returns the abandoned claim, if any, and the time at which the last check began, on the monotonic clock.
   */
  async #untilUnclaimed(
    key: string,
  ): Promise<{ readonly present: string | undefined; readonly started: number }> {
    let seen: string | undefined;
    let seenAt = 0;
    for (;;) {
      const started = this.#clock.monotonic();
      const present = await this.#secrets.get(key);
      if (present !== seen) {
        seen = present;
        seenAt = started;
      }
      // Only times of this host's own clock are compared, so a wrong clock does no harm.
      if (!this.#isAnotherHosts(present) || started - seenAt > abandonedAfter) {
        return { present, started };
      }
      await delay(this.#clock, pollInterval * (0.5 + Math.random()));
    }
  }

  /**
   * Returns whether a claim belongs to another host. A claim of this host is from a closed window, as the
   * caller holds the lock.
   */
  #isAnotherHosts(text: string | undefined): boolean {
    const claim = claimSchema.safeParse(parseJson(text ?? '')).data;
    return (
      claim !== undefined &&
      claim.folder !== this.#folder &&
      this.#clock.now() - claim.at <= abandonedAfter
    );
  }

  async #release(key: string, own: string): Promise<void> {
    try {
      if ((await this.#secrets.get(key)) === own) {
        await this.#secrets.delete(key);
      }
    } catch (error) {
      this.#log.warn(`A renewal's claim was not taken back: ${reasonOf(error)}`);
    }
  }
}
