import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountId } from '../account/account.ts';
import { StorageError } from '../errors/storageError.ts';

/**
 * How long before this process a note must have been written for its secret to be readable here, in
 * milliseconds: VS Code in a browser has read the secrets shortly before.
 */
const loadingTime = 60_000;

/**
 * The newest generation of each session, in a file that all windows see. Secrets that another window
 * has stored may not be visible here (VS Code in a browser reads them once); the number shows that
 * there is something newer, before a used-up refresh token is sent.
 */
export class GenerationMarker {
  readonly #folder: string;
  #writes = 0;

  /** `folder` is one that all windows of this installation share. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The newest generation that any window has stored, or 0. Throws `StorageError`. */
  async read(id: AccountId): Promise<number> {
    try {
      const text = await readFile(this.#pathOf(id), 'utf8');
      return /^\d{1,15}$/.test(text) ? Number(text) : 0;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        return 0;
      }
      throw new StorageError('lock', { cause: error });
    }
  }

  /** Notes that `generation` has been stored. Throws `StorageError`. */
  async write(id: AccountId, generation: number): Promise<void> {
    const path = this.#pathOf(id);
    try {
      await mkdir(this.#folder, { recursive: true });
      // Renamed into place, so that nobody reads a half-written number.
      const temporary = `${path}.${process.pid}.${this.#writes++}`;
      await writeFile(temporary, String(generation), { mode: 0o600 });
      await rename(temporary, path);
    } catch (error) {
      throw new StorageError('lock', { cause: error });
    }
  }

  /**
   * Whether the newest generation was noted well before this process began, so that its tokens would be
   * visible here if they had been stored. Throws `StorageError`.
   */
  async isFromEarlierRun(id: AccountId): Promise<boolean> {
    try {
      const { mtimeMs } = await stat(this.#pathOf(id));
      return mtimeMs < performance.timeOrigin - loadingTime;
    } catch (error) {
      throw new StorageError('lock', { cause: error });
    }
  }

  #pathOf(id: AccountId): string {
    return join(this.#folder, `${id}.generation`);
  }
}
