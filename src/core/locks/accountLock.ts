import { lstat, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountId } from '../account/account.ts';
import { delay, throwIfAborted } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import { isMissing, isSystemError } from '../errors/systemError.ts';
import { makePlainFolder } from '../files/plainFolder.ts';
import { openRegularFile, readRegularFile } from '../files/regularFile.ts';
import { withStorageErrors } from '../files/withStorageErrors.ts';
import { decodeHolder, newTicketContent, livenessOf, released } from './lockHolder.ts';
import { retryTransientFailure } from './transientFileFailure.ts';

/** Interval at which a holder touches its file, in milliseconds. */
const heartbeatInterval = 500;
/** Interval at which a waiter checks the lock, in milliseconds. */
const pollInterval = 20;

/** Name of a ticket's file. Its number has at most 15 digits, so that it can be incremented exactly. */
const fileName = /^([0-9a-f]+)\.(\d{1,15})\.(held|free)$/;

/** Largest number that the pattern allows; no lock reaches it, so a file with this number is not ours. */
const lastNumber = 999_999_999_999_999;

/** Maximum size of a holder's file content, in bytes. */
const maximumContentLength = 4096;

/** Returns whether `name` is the name of a lock file. */
export function isLockFile(name: string): boolean {
  return fileName.test(name);
}

/** A held lock. */
export interface HeldLock {
  /**
   * Returns false once another process has taken the lock over because this process showed no sign of life.
   */
  isStillHeld(): Promise<boolean>;
  /**
   * Makes other processes tolerate `milliseconds` without a sign of life, unless this process is known to be
   * gone: for a request that must not be sent a second time. Never throws.
   */
  expectSilence(milliseconds: number): Promise<void>;
  /** Frees the lock for the next process. Never throws, as the work under the lock is finished. */
  release(): Promise<void>;
}

interface Ticket {
  readonly number: number;
  readonly state: 'held' | 'free';
  readonly path: string;
}

/**
 * Lock between processes, made of files in one folder. Each holder has a ticket: a file with a unique number,
 * `ID.NUMBER.held`, that is created exclusively and renamed to `ID.NUMBER.free` at the end; the highest
 * number is the current ticket and is never deleted. A process that finds the current ticket free, or its
 * holder dead, creates the next one; only one process can succeed. So a takeover never frees another
 * holder's lock.
 */
export class AccountLock {
  readonly #folder: string;
  readonly #clock: Clock;

  /** `folder` is shared by all windows of this installation. */
  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /**
   * Acquires the lock of `id`. A dead holder's lock is taken over at once if its process is known to be gone,
   * otherwise after some time without a sign of life. Throws `CancelledError`, and `StorageError` if the folder
   * cannot be used.
   */
  async acquire(id: AccountId, signal?: AbortSignal): Promise<HeldLock> {
    return await withStorageErrors(async () => {
      await retryTransientFailure(async () => await makePlainFolder(this.#folder));
      for (let watch = new HolderWatch(this.#clock); ;) {
        throwIfAborted(signal);
        const current = await this.#currentTicket(id);
        if (
          current === undefined ||
          current.state === 'free' ||
          (await watch.isDead(current.path))
        ) {
          const lock = await this.#takeAfter(id, current);
          if (lock !== undefined) {
            return lock;
          }
        } else {
          // Randomized, so that many waiters do not all check at the same moment.
          await delay(this.#clock, pollInterval * (0.5 + Math.random()), signal);
        }
      }
    });
  }

  async #takeAfter(id: AccountId, current: Ticket | undefined): Promise<HeldLock | undefined> {
    if (current?.number === lastNumber) {
      await retryTransientFailure(async () => await rm(current.path, { force: true }));
      return undefined;
    }
    return await this.#take(id, (current?.number ?? 0) + 1);
  }

  async #take(id: AccountId, number: number): Promise<HeldLock | undefined> {
    const path = join(this.#folder, `${id}.${number}.held`);
    const content = await newTicketContent();
    try {
      await retryTransientFailure(
        async () => await writeFile(path, content, { flag: 'wx', mode: 0o600 }),
      );
    } catch (error) {
      if (isSystemError(error) && error.code === 'EEXIST') {
        return undefined;
      }
      throw error;
    }
    const tickets = await this.#tickets(id);
    if (tickets.some((ticket) => ticket.path !== path && ticket.number >= number)) {
      // A ticket with this number came and went between the check and the creation.
      await retryTransientFailure(async () => await rm(path, { force: true }));
      return undefined;
    }
    const outdated = tickets.filter((ticket) => ticket.number < number);
    // Tickets that cannot be removed now are removed by a later holder.
    await Promise.allSettled(
      outdated.map(async (ticket) => await rm(ticket.path, { force: true })),
    );
    return hold(path, content);
  }

  async #currentTicket(id: AccountId): Promise<Ticket | undefined> {
    const tickets = await this.#tickets(id);
    // If both files of one number exist, a late creator is about to withdraw its own.
    return tickets.toSorted((a, b) => b.number - a.number || (a.state === 'free' ? -1 : 1))[0];
  }

  async #tickets(id: AccountId): Promise<readonly Ticket[]> {
    const tickets: Ticket[] = [];
    for (const entry of await readdir(this.#folder, { withFileTypes: true })) {
      const match = fileName.exec(entry.name);
      if (match?.[1] === id) {
        const path = join(this.#folder, entry.name);
        if (entry.isFile()) {
          const state = match[3] === 'free' ? 'free' : 'held';
          tickets.push({ number: Number(match[2]), state, path });
        } else {
          // A folder, a link or a pipe is not a ticket, and would block the ticket with its number.
          await rm(path, { force: true, recursive: true });
        }
      }
    }
    return tickets;
  }
}

/**
 * Returns the lock of the ticket at `path`. It is held as long as the file has the content that this process
 * wrote: numbers restart when the folder is removed, so another ticket can have the same path.
 */
function hold(path: string, written: string): HeldLock {
  let content = written;
  const isOwn = async (): Promise<boolean> =>
    (await readRegularFile(path, maximumContentLength)) === content;
  const beat = (): void => {
    const now = new Date();
    // A failed beat is not a failure of the holder; at worst it is taken for dead, and notices.
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
    expectSilence: async (milliseconds) => {
      try {
        const next = await newTicketContent(milliseconds);
        if (await isOwn()) {
          // Overwrites the open file: after a takeover, nothing may be created at the path.
          const file = await openRegularFile(path, 'append');
          try {
            await file?.truncate();
            await file?.appendFile(next);
            content = next;
          } finally {
            await file?.close();
          }
        }
      } catch {
        // The lock is still held, but other processes tolerate only the usual silence.
      }
    },
    release: async () => {
      clearInterval(heart);
      try {
        await retryTransientFailure(async () => {
          if (await isOwn()) {
            await rename(path, path.replace(/held$/, 'free'));
          }
        });
      } catch (error) {
        // The file is gone after a takeover or a sign-out: there is nothing left to free.
        if (!isMissing(error)) {
          await writeFile(path, released).catch(() => undefined);
        }
      }
    },
  };
}

/** Lets a waiter check whether the holder of a ticket still touches its file. */
class HolderWatch {
  readonly #clock: Clock;
  #path: string | undefined;
  #lastBeat = 0;
  #seenAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async isDead(path: string): Promise<boolean> {
    let content: string | undefined;
    let beat: number;
    try {
      content = await retryTransientFailure(
        async () => await readRegularFile(path, maximumContentLength),
      );
      beat = (await retryTransientFailure(async () => await lstat(path))).mtimeMs;
    } catch (error) {
      if (isMissing(error)) {
        return false; // The lock was just released; the next check shows its new state.
      }
      throw error;
    }
    if (content === undefined) {
      return false; // Gone, or replaced by something other than a ticket.
    }
    if (path !== this.#path || beat !== this.#lastBeat) {
      this.#path = path;
      this.#lastBeat = beat;
      this.#seenAt = this.#clock.monotonic();
    }
    // Only times of this process's own clock are compared, so a wrong clock does no harm.
    const silence = this.#clock.monotonic() - this.#seenAt;
    return silence > (await livenessOf(decodeHolder(content))).toleratedSilence;
  }
}
