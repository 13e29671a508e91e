import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import * as z from 'zod/mini';
import type { AccountId } from '../account/account.ts';
import { delay } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import type { Log } from '../log/log.ts';
import { secretKeys, type SecretStore } from '../secrets/secretStore.ts';
import { parseJson } from '../text/parseJson.ts';

/** How long a claim must stand alone before it holds, in milliseconds. */
const settlingTime = 200;
/** From when on a claim is one of a host that is gone, in milliseconds: longer than a refresh may take. */
const abandonedAfter = 75_000;
/** How often a waiter looks, in milliseconds. */
const pollInterval = 50;

const claimSchema = z.object({
  /** The folder whose lock the claimant holds. */
  folder: z.string(),
  /** By the clock of the claimant, in milliseconds since 1970. */
  at: z.number(),
});

/** A claim that holds. */
export interface RenewalClaim {
  /** Lets the next host renew. Never throws: what was done under the claim is done. */
  release(): Promise<void>;
}

/**
 * Lets one of the hosts that share the secret store, but no folder, renew a session at a time: the
 * extension hosts of this machine and of a remote one, each with an `AccountLock` of its own. A secret
 * store cannot compare and set, so this is Fischer's algorithm (Lamport, "A fast mutual exclusion
 * algorithm", 1987): write one's own mark if there is none, wait for longer than a write takes, and
 * go on if the mark is still one's own.
 */
export class RenewalClaims {
  readonly #secrets: SecretStore;
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Log;

  /** `folder` is the path of the one in which the locks of this host are. */
  constructor(secrets: SecretStore, folder: string, clock: Clock, log: Log) {
    this.#secrets = secrets;
    this.#folder = createHash('sha256').update(`${hostname()}\n${folder}`).digest('hex');
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Waits until no other host renews the session of `id`; to be called under its lock. Never throws: with
   * a store that cannot be used, no other host can know of the session.
   */
  async acquire(id: AccountId): Promise<RenewalClaim> {
    const key = secretKeys.renewalClaim + id;
    try {
      for (;;) {
        const started = await this.#untilUnclaimed(key);
        const own = JSON.stringify({
          folder: this.#folder,
          at: this.#clock.now(),
          nonce: randomUUID(),
        });
        await this.#secrets.store(key, own);
        const taken = this.#clock.monotonic() - started;
        await delay(this.#clock, Math.max(settlingTime, 2 * taken));
        const present = await this.#secrets.get(key);
        // Nothing: the store keeps nothing, so that no other host can know of the session either.
        if (present === own || present === undefined) {
          return { release: async () => await this.#release(key, own) };
        }
      }
    } catch (error) {
      this.#log.warn(`The renewal of session ${id} could not be claimed: ${reasonOf(error)}`);
      return { release: async () => await Promise.resolve() };
    }
  }

  /** Returns when the last look began, on the monotonic clock. */
  async #untilUnclaimed(key: string): Promise<number> {
    let seen: string | undefined;
    let seenAt = 0;
    for (;;) {
      const started = this.#clock.monotonic();
      const present = await this.#secrets.get(key);
      if (present !== seen) {
        seen = present;
        seenAt = started;
      }
      // Only this host's own clock is compared with itself, so a wrong clock does no harm.
      if (!this.#isAnotherHosts(present) || started - seenAt > abandonedAfter) {
        return started;
      }
      await delay(this.#clock, pollInterval * (0.5 + Math.random()));
    }
  }

  /** A claim of this host is that of a window that is gone, since the caller holds the lock. */
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
