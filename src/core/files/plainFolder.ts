import { lstat, mkdir } from 'node:fs/promises';

/** Something other than a folder is at its path. Has the shape of a system error. */
class NotFolderError extends Error {
  readonly code = 'ENOTDIR';
  readonly syscall = 'mkdir';

  constructor() {
    super('ENOTDIR: not a directory, mkdir');
  }
}

/**
 * Creates a folder for this user alone, unless it exists. Throws a system error, also if its path is a link to
 * another folder: files would be written wherever that leads.
 */
export async function makePlainFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (!(await lstat(path)).isDirectory()) {
    throw new NotFolderError();
  }
}
