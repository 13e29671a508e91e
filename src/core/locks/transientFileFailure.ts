import { setTimeout } from 'node:timers/promises';
import { isSystemError } from '../errors/systemError.ts';

/**
 * Error codes on Windows while a virus scanner or an indexer opens a file, and on any system while permissions
 * change.
 */
const transientCodes: ReadonlySet<string> = new Set(['EPERM', 'EBUSY', 'EACCES']);

/** Time for which such a failure is retried, in milliseconds, on the machine's own clock like the files. */
const patience = 1000;

/** Repeats `work` with a file while it fails with a transient error. Throws the last error. */
export async function retryTransientFailure<T>(work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  for (let pause = 10; ; pause *= 2) {
    try {
      return await work();
    } catch (error) {
      const isTransient = isSystemError(error) && transientCodes.has(error.code ?? '');
      if (!isTransient || performance.now() - started + pause > patience) {
        throw error;
      }
      await setTimeout(pause);
    }
  }
}
