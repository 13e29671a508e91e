import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm, writeFile } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { isSystemError, unlessMissing } from '../errors/systemError.ts';

/** Open flags that neither block on a pipe nor follow a link. Windows has neither flag, nor pipes in folders. */
const unblocked = constants.O_NONBLOCK | constants.O_NOFOLLOW;

const access = {
  read: constants.O_RDONLY,
  append: constants.O_WRONLY | constants.O_APPEND,
} as const;

/** Number of bytes read at a time. */
const pieceSize = 16_384;

/** System error codes for something other than a file: a link, a folder, a socket, a pipe without a reader. */
const notFile: ReadonlySet<string> = new Set(['ELOOP', 'EMLINK', 'EISDIR', 'ENXIO', 'EOPNOTSUPP']);

/**
 * Opens an existing regular file. Returns undefined if `path` does not exist or is something else: a folder, a
 * link, a pipe, a device. Never blocks on one.
 */
export async function openPlainFile(
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

/** Reads up to `maximumBytes` of a file as UTF-8. Undefined as for `openPlainFile`. */
export async function readPlainFile(
  path: string,
  maximumBytes: number,
): Promise<string | undefined> {
  const file = await openPlainFile(path, 'read');
  if (file === undefined) {
    return undefined;
  }
  try {
    // Each piece by itself: decoding megabytes at once would keep others waiting.
    const decoder = new StringDecoder('utf8');
    const pieces: string[] = [];
    for (let position = 0; position < maximumBytes;) {
      const size = Math.min(pieceSize, maximumBytes - position);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, position);
      if (bytesRead === 0) {
        break;
      }
      pieces.push(decoder.write(buffer.subarray(0, bytesRead)));
      position += bytesRead;
    }
    return pieces.join('') + decoder.end();
  } finally {
    await file.close();
  }
}

/** Writes a file atomically, for this user alone; `content` may come in parts. Throws a system error. */
export async function writePlainFile(
  path: string,
  content: string | Iterable<string>,
): Promise<void> {
  // Nobody can have put a file or a link there.
  const temporary = `${path}.${randomUUID()}`;
  try {
    await writeFile(temporary, content, { flag: 'wx', mode: 0o600 });
    await replace(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Renames `temporary` to `path`, replacing anything there; a folder would make it fail. */
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
