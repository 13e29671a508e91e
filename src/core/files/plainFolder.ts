import { lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSystemError } from '../errors/systemError.ts';

/** System error codes of a folder that cannot be synced: on Windows, and on some file systems. */
const notSynced: ReadonlySet<string> = new Set(['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM']);

/** Error for a path at which there is something other than a folder, in the shape of a system error. */
class NotFolderError extends Error {
  readonly code = 'ENOTDIR';
  readonly syscall = 'mkdir';

  constructor() {
    super('ENOTDIR: not a directory, mkdir');
  }
}

/**
 * Creates a folder that only this user can access, unless it exists. Throws a system error, also if its path
 * is a link to another folder: files would be written wherever that leads.
 */
export async function makePlainFolder(path: string): Promise<void> {
  const outermost = await mkdir(path, { recursive: true, mode: 0o700 });
  if (!(await lstat(path)).isDirectory()) {
    throw new NotFolderError();
  }
  if (outermost !== undefined) {
    for (let made = path; made.length >= outermost.length; made = dirname(made)) {
      await syncFolder(dirname(made));
    }
  }
}

/**
 * Waits until the names of the files in a folder are on the disk, as a power cut could lose them otherwise.
 * Systems that cannot sync a folder are trusted. Throws a system error.
 */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!isSystemError(error) || !notSynced.has(error.code ?? '')) {
      throw error;
    }
  }
}
