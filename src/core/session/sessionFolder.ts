import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../errors/systemError.ts';
import { makePlainFolder } from '../files/plainFolder.ts';
import { readRegularFile, writeRegularFile } from '../files/regularFile.ts';
import { withStorageErrors } from '../files/withStorageErrors.ts';
import { retryTransientFailure } from '../locks/transientFileFailure.ts';

/** Maximum size of a shared file, in bytes. */
const maximumContentLength = 1_048_576;

/**
 * Folder through which windows share the state of their sessions. The name of each file begins with the id of
 * its account. Methods throw `StorageError`.
 */
export class SessionFolder {
  /** Path, shared by all windows of this installation. */
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Returns the content of the file `name`; undefined if there is no regular file of that name. */
  async read(name: string): Promise<string | undefined> {
    const path = join(this.path, name);
    return await this.#attempt(async () => await readRegularFile(path, maximumContentLength));
  }

  /** Writes the file `name` atomically, accessible only to this user. */
  async write(name: string, content: string): Promise<void> {
    const path = join(this.path, name);
    await this.#attempt(async () => {
      await makePlainFolder(this.path);
      await writeRegularFile(path, content);
    });
  }

  /** Returns the time at which the file `name` was written, in milliseconds since the epoch. */
  async writtenAt(name: string): Promise<number> {
    return await this.#attempt(async () => (await lstat(join(this.path, name))).mtimeMs);
  }

  /** Returns the names of all files; empty if the folder does not exist. */
  async names(): Promise<readonly string[]> {
    const names = await this.#attempt(
      async () => await unlessMissing(async () => await readdir(this.path)),
    );
    return names ?? [];
  }

  /** Removes the files `names`. */
  async remove(names: readonly string[]): Promise<void> {
    const removals = names.map(async (name) => {
      await this.#attempt(
        async () => await rm(join(this.path, name), { force: true, recursive: true }),
      );
    });
    // All removals are tried before the first failure is thrown.
    await Promise.allSettled(removals);
    await Promise.all(removals);
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    return await withStorageErrors(async () => await retryTransientFailure(work));
  }
}
