import { StorageError } from '../errors/storageError.ts';
import { isSystemError } from '../errors/systemError.ts';

/** Runs `work` in the extension's storage folder. Throws `StorageError` for system errors, and as `work` does. */
export async function inStorageFolder<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isSystemError(error) ? StorageError.ofFolder(error) : error;
  }
}
