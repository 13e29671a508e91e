import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountId } from '../account/account.ts';
import { delay, throwIfAborted } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import { StorageError } from '../errors/storageError.ts';
import { isMissing, isSystemError } from '../errors/systemError.ts';
import { decodeHolder, describeTurn, livenessOf, released } from './lockHolder.ts';
import { outlastingTransientFailure } from './transientFileFailure.ts';

/** How often a holder shows that it is alive, in milliseconds. */
const heartbeatInterval = 500;
/** How often a waiter looks, in milliseconds. */
const pollInterval = 20;

const fileName = /^([0-9a-f]+)\.(\d+)\.(held|free)$/;

/** Whether `name` is that of a file of a lock. */
export function isLockFile(name: string): boolean {
  return fileName.test(name);
}

/** A lock that is held. */
export interface HeldLock {
  /** False once another process has taken it over, because this one showed no life for too long. */
  isStillHeld(): Promise<boolean>;
  /** Frees the lock for the next process. Never throws: what was done under it is done. */
  release(): Promise<void>;
}

interface Ticket {
  readonly number: number;
  readonly state: 'held' | 'free';
  readonly path: string;
}

/**
 * A lock between processes, made of files in one folder. Each turn is a file with a number of its
 * own, `ID.NUMBER.held`, that is created exclusively and renamed to `ID.NUMBER.free` at the end; the
 * highest number is the present turn and is never deleted. A process that finds the present turn
 * ended, or its holder dead, creates the next: only one can. So a takeover never frees somebody else's lock.
 */
export class AccountLock {
  readonly #folder: string;
  readonly #clock: Clock;

  /** `folder` is one that all windows of this installation share. */
  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /**
   * Waits for the lock of `id`. A dead holder's is taken over at once if its process can be seen
   * to be gone, otherwise when it has shown no life for a while. Throws `CancelledError`, and
   * `StorageError` if the folder cannot be used.
   */
  async acquire(id: AccountId, signal?: AbortSignal): Promise<HeldLock> {
    try {
      await outlastingTransientFailure(async () => await mkdir(this.#folder, { recursive: true }));
      for (let watch = new HolderWatch(this.#clock); ;) {
        throwIfAborted(signal);
        const present = await this.#presentTurn(id);
        if (
          present === undefined ||
          present.state === 'free' ||
          (await watch.isDead(present.path))
        ) {
          const lock = await this.#take(id, (present?.number ?? 0) + 1);
          if (lock !== undefined) {
            return lock;
          }
        } else {
          // Spread, so that many waiters do not all look at the same moment.
          await delay(this.#clock, pollInterval * (0.5 + Math.random()), signal);
        }
      }
    } catch (error) {
      if (isSystemError(error)) {
        throw StorageError.ofFolder(error);
      }
      throw error;
    }
  }

  async #take(id: AccountId, number: number): Promise<HeldLock | undefined> {
    const path = join(this.#folder, `${id}.${number}.held`);
    const content = await describeTurn();
    try {
      await outlastingTransientFailure(
        async () => await writeFile(path, content, { flag: 'wx', mode: 0o600 }),
      );
    } catch (error) {
      if (isSystemError(error) && error.code === 'EEXIST') {
        return undefined;
      }
      throw error;
    }
    const turns = await this.#turns(id);
    if (turns.some((turn) => turn.path !== path && turn.number >= number)) {
      // This turn had come and gone between the look and the creation.
      await outlastingTransientFailure(async () => await rm(path, { force: true }));
      return undefined;
    }
    const outdated = turns.filter((turn) => turn.number < number);
    // What cannot be removed now is removed by a later turn.
    await Promise.allSettled(outdated.map(async (turn) => await rm(turn.path, { force: true })));
    return hold(path, content);
  }

  async #presentTurn(id: AccountId): Promise<Ticket | undefined> {
    const turns = await this.#turns(id);
    // If both files of one number are there, a late creator is about to withdraw its own.
    return turns.toSorted((a, b) => b.number - a.number || (a.state === 'free' ? -1 : 1))[0];
  }

  async #turns(id: AccountId): Promise<readonly Ticket[]> {
    const turns: Ticket[] = [];
    for (const name of await readdir(this.#folder)) {
      const match = fileName.exec(name);
      if (match?.[1] === id) {
        const state = match[3] === 'free' ? 'free' : 'held';
        turns.push({ number: Number(match[2]), state, path: join(this.#folder, name) });
      }
    }
    return turns;
  }
}

/** `content`: of the file. Where the folder has gone, its numbers begin anew, and another turn has the same path. */
function hold(path: string, content: string): HeldLock {
  const isOwn = async (): Promise<boolean> => (await readFile(path, 'utf8')) === content;
  const beat = (): void => {
    const now = new Date();
    // A failed beat is no failure of the holder; at worst it is taken for dead, and sees that.
    utimes(path, now, now).catch(() => undefined);
  };
  const heart = setInterval(beat, heartbeatInterval);
  heart.unref();
  return {
    isStillHeld: async () => {
      try {
        return await isOwn();
      } catch {
        return false;
      }
    },
    release: async () => {
      clearInterval(heart);
      try {
        await outlastingTransientFailure(async () => {
          if (await isOwn()) {
            await rename(path, path.replace(/held$/, 'free'));
          }
        });
      } catch (error) {
        // Gone after a takeover or a sign-out: there is nothing left to free.
        if (!isMissing(error)) {
          await writeFile(path, released).catch(() => undefined);
        }
      }
    },
  };
}

/** Watches the holder of a turn for signs of life, while one waiter waits. */
class HolderWatch {
  readonly #clock: Clock;
  #path: string | undefined;
  #lastBeat = 0;
  #seenAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async isDead(path: string): Promise<boolean> {
    let content: string;
    let beat: number;
    try {
      content = await outlastingTransientFailure(async () => await readFile(path, 'utf8'));
      beat = (await outlastingTransientFailure(async () => await stat(path))).mtimeMs;
    } catch (error) {
      if (isMissing(error)) {
        return false; // The turn has just ended; the next look finds what came of it.
      }
      throw error;
    }
    if (path !== this.#path || beat !== this.#lastBeat) {
      this.#path = path;
      this.#lastBeat = beat;
      this.#seenAt = this.#clock.monotonic();
    }
    // Only this process's own clock is compared with itself, so a wrong clock does no harm.
    const silence = this.#clock.monotonic() - this.#seenAt;
    return silence > (await livenessOf(decodeHolder(content))).toleratedSilence;
  }
}
