import { setTimeout } from 'node:timers/promises';
import { isSystemError } from '../errors/systemError.ts';

/**
 * What Windows answers while a virus scanner or an indexer looks at a file, and a system whose
 * permissions are being changed.
 */
const transientCodes: ReadonlySet<string> = new Set(['EPERM', 'EBUSY', 'EACCES']);

/** How long such a failure is waited for, in milliseconds; on the machine's own clock, as the files live by that. */
const patience = 1000;

/** Does `work` with a file, again and again while it fails in a way that passes. Throws what it throws at last. */
export async function outlastingTransientFailure<T>(work: () => Promise<T>): Promise<T> {
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
