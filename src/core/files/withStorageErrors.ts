import { StorageError } from '../errors/storageError.ts';
import { isSystemError } from '../errors/systemError.ts';

/**
 * Runs `work`, which uses the extension's storage folder, and returns its result; system errors become
 * `StorageError`.
 */
export async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isSystemError(error) ? StorageError.ofFolder(error) : error;
  }
}
