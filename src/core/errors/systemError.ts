/** Whether `error` is the answer of the system to an operation. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** Whether `error` says that a file or a folder is not there. */
export function isMissing(error: unknown): boolean {
  return isSystemError(error) && error.code === 'ENOENT';
}

/** Returns what `work` returns; undefined if the file or the folder is not there. Throws what `work` throws otherwise. */
export async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}
