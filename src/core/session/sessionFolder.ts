import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountId } from '../account/account.ts';
import { StorageError } from '../errors/storageError.ts';
import { unlessMissing } from '../errors/systemError.ts';
import { outlastingTransientFailure } from '../locks/transientFileFailure.ts';

/**
 * The folder in which windows say to one another what has become of their sessions. The name of each
 * file begins with the id of its account. Methods throw `StorageError`.
 */
export class SessionFolder {
  /** All windows of this installation share it. */
  readonly path: string;
  #writes = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** The content of the file `name`, or undefined if there is none. */
  async read(name: string): Promise<string | undefined> {
    const path = join(this.path, name);
    return await this.#attempt(
      async () => await unlessMissing(async () => await readFile(path, 'utf8')),
    );
  }

  /** Writes the file `name`, for this user alone. Nobody reads it half-written. */
  async write(name: string, content: string): Promise<void> {
    const path = join(this.path, name);
    const temporary = `${path}.${process.pid}.${this.#writes++}`;
    await this.#attempt(async () => {
      await mkdir(this.path, { recursive: true });
      await writeFile(temporary, content, { mode: 0o600 });
    });
    try {
      await this.#attempt(async () => await rename(temporary, path));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** When the file `name` was written, in milliseconds since the epoch. */
  async writtenAt(name: string): Promise<number> {
    return await this.#attempt(async () => (await stat(join(this.path, name))).mtimeMs);
  }

  /**
   * What tells the folder from one that takes its place after it has been deleted or moved away; undefined
   * if there is none.
   */
  async identity(): Promise<string | undefined> {
    const state = await this.#attempt(
      async () => await unlessMissing(async () => await stat(this.path, { bigint: true })),
    );
    if (state === undefined) {
      return undefined;
    }
    const { birthtimeNs, ctimeNs, dev, ino } = state;
    // Where a file system does not keep the time of birth, that of the last change stands in for it.
    return [dev, ino, birthtimeNs === ctimeNs ? 0 : birthtimeNs].join('.');
  }

  /** Removes the files of `id` whose names `choose` accepts. */
  async remove(id: AccountId, choose: (name: string) => boolean = () => true): Promise<void> {
    const names = (await this.#names()).filter((name) => name.startsWith(`${id}.`));
    const removals = names.filter(choose).map(async (name) => {
      await this.#attempt(async () => await rm(join(this.path, name), { force: true }));
    });
    // All are tried before the first failure is thrown.
    await Promise.allSettled(removals);
    await Promise.all(removals);
  }

  async #names(): Promise<readonly string[]> {
    const names = await this.#attempt(
      async () => await unlessMissing(async () => await readdir(this.path)),
    );
    return names ?? [];
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await outlastingTransientFailure(work);
    } catch (error) {
      throw StorageError.ofFolder(error);
    }
  }
}
