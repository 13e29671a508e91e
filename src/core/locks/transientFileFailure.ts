import { setTimeout } from 'node:timers/promises';
import { isSystemError } from '../errors/systemError.ts';

/**
 * Error codes on Windows while a virus scanner or an indexer opens a file, and on any system while permissions
 * change.
 */
const transientCodes: ReadonlySet<string> = new Set(['EPERM', 'EBUSY', 'EACCES']);

/**
 * Pauses between the attempts, in milliseconds. They are counted, not timed: a machine that was asleep or busy in one
 * has left no attempt out.
 */
const pauses = [10, 20, 40, 80, 160, 320] as const;

/** Repeats `work` with a file while it fails with a transient error. Throws the last error. */
export async function retryTransientFailure<T>(work: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await work();
    } catch (error) {
      if (!isSystemError(error) || !transientCodes.has(error.code ?? '')) {
        throw error;
      }
      await setTimeout(pause);
    }
  }
  return await work();
}
