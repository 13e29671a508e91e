import { setTimeout } from 'node:timers/promises';
import { isSystemError } from '../errors/systemError.ts';

/**
 * Error codes on Windows while a virus scanner or an indexer opens a file, and on any system while permissions
 * change.
 */
const transientCodes: ReadonlySet<string> = new Set(['EPERM', 'EBUSY', 'EACCES']);

/**
 * Pauses between the attempts, in milliseconds. The attempts are limited by number rather than time, so that
 * a sleeping or busy machine does not use them up.
 */
const pauses = [10, 20, 40, 80, 160, 320] as const;

/**
 * Runs `work` with a file, repeating it while it fails with a transient error, and returns its result. Throws
 * the last error.
 */
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
