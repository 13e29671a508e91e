/** Returns whether `error` is an error of a system call. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** Returns whether `error` means that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return isSystemError(error) && error.code === 'ENOENT';
}

/**
 * Returns the result of `work`; undefined if the file or folder does not exist. Throws the other errors of
 * `work`.
 */
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
