import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { StorageError } from '../errors/storageError.ts';
import { isSystemError, unlessMissing } from '../errors/systemError.ts';
import { makePlainFolder } from './plainFolder.ts';

/** Open flags that neither block on a pipe nor follow a link. Windows has neither flag, nor pipes in folders. */
const unblocked = constants.O_NONBLOCK | constants.O_NOFOLLOW;

const access = {
  read: constants.O_RDONLY,
  append: constants.O_RDWR | constants.O_APPEND,
} as const;

/** Number of bytes read at a time. */
const pieceSize = 16_384;

/** System error codes for something other than a file: a link, a folder, a socket, a pipe without a reader. */
const notFile: ReadonlySet<string> = new Set(['ELOOP', 'EMLINK', 'EISDIR', 'ENXIO', 'EOPNOTSUPP']);

/**
 * Opens an existing regular file. Returns undefined if `path` does not exist or is something else: a folder,
 * a link, a pipe, a device. Never blocks on a pipe or a device.
 */
export async function openRegularFile(
  path: string,
  use: keyof typeof access,
): Promise<FileHandle | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, access[use] | unblocked);
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || notFile.has(error.code ?? ''))) {
      return undefined;
    }
    throw error;
  }
  try {
    if ((await file.stat()).isFile()) {
      return file;
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return undefined;
}

/** Returns whether `file` is still the file at `path`. Throws a system error. */
export async function isAt(path: string, file: FileHandle): Promise<boolean> {
  const [own, there] = await Promise.all([
    file.stat({ bigint: true }),
    unlessMissing(async () => await lstat(path, { bigint: true })),
  ]);
  return there?.ino === own.ino && there.dev === own.dev;
}

/**
 * Writes the content of `file`, which was deleted while it was open, to a new file at `path`, closes `file`,
 * and returns the new file, open for appending; its folder is not synced. Throws a system error, and
 * `StorageError` if the file at `path` is not empty; `file` then stays open.
 */
export async function rewrittenFile(path: string, file: FileHandle): Promise<FileHandle> {
  await makePlainFolder(dirname(path));
  // Only a complete file gets the name: a partial one would look complete.
  const temporary = `${path}.${randomUUID()}`;
  const anew = await open(temporary, 'ax+', 0o600);
  try {
    for await (const piece of piecesOf(file)) {
      await anew.appendFile(piece);
    }
    await anew.sync();
    const there = await unlessMissing(async () => await lstat(path));
    if (there !== undefined && there.size > 0) {
      throw new StorageError('lock');
    }
    await rename(temporary, path);
  } catch (error) {
    await anew.close();
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await file.close();
  return anew;
}

/** Reads up to `maximumBytes` of a file as UTF-8. Undefined if `openRegularFile` returns undefined. */
export async function readRegularFile(
  path: string,
  maximumBytes: number,
): Promise<string | undefined> {
  const file = await openRegularFile(path, 'read');
  if (file === undefined) {
    return undefined;
  }
  try {
    // Decodes the pieces separately: decoding megabytes at once would block other work.
    const decoder = new StringDecoder('utf8');
    const pieces: string[] = [];
    for await (const piece of piecesOf(file, maximumBytes)) {
      pieces.push(decoder.write(piece));
    }
    return pieces.join('') + decoder.end();
  } finally {
    await file.close();
  }
}

/**
 * Returns whether a file contains `text`, as UTF-8; false if `openRegularFile` returns undefined. Throws a
 * system error.
 */
export async function regularFileIncludes(path: string, text: string): Promise<boolean> {
  const file = await openRegularFile(path, 'read');
  if (file === undefined) {
    return false;
  }
  try {
    const wanted = Buffer.from(text);
    let end = Buffer.alloc(0);
    for await (const piece of piecesOf(file)) {
      const bytes = Buffer.concat([end, piece]);
      if (bytes.includes(wanted)) {
        return true;
      }
      end = bytes.subarray(Math.max(0, bytes.length - wanted.length + 1));
    }
    return false;
  } finally {
    await file.close();
  }
}

/** Reads a file from its beginning, in pieces, up to `maximumBytes`. */
async function* piecesOf(file: FileHandle, maximumBytes = Infinity): AsyncGenerator<Buffer> {
  for (let position = 0; position < maximumBytes;) {
    const size = Math.min(pieceSize, maximumBytes - position);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, position);
    if (bytesRead === 0) {
      return;
    }
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/**
 * Writes a file atomically, accessible only to this user; `content` may come in parts. Throws a system error.
 */
export async function writeRegularFile(
  path: string,
  content: string | Iterable<string>,
): Promise<void> {
  // A random name, at which nobody can have put a file or a link.
  const temporary = `${path}.${randomUUID()}`;
  try {
    await writeFile(temporary, content, { flag: 'wx', mode: 0o600 });
    await replace(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Renames `temporary` to `path`, replacing anything there. A folder, which makes the renaming fail, is
 * deleted first.
 */
async function replace(temporary: string, path: string): Promise<void> {
  try {
    await rename(temporary, path);
  } catch (error) {
    const state = isSystemError(error)
      ? await unlessMissing(async () => await lstat(path))
      : undefined;
    if (state?.isDirectory() !== true) {
      throw error;
    }
    await rm(path, { force: true, recursive: true });
    await rename(temporary, path);
  }
}
