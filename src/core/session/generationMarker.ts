import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountId } from '../base/account.ts';
import { StorageError } from '../base/errors/storageError.ts';

/**
 * The newest generation of each session, in a file that all windows see. Secrets that another window
 * has stored may not be visible here (VS Code in a browser reads them once); the number tells that
 * there is something newer, before a used-up refresh token is sent.
 */
export class GenerationMarker {
  readonly #folder: string;

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
      const temporary = `${path}.${process.pid}`;
      await writeFile(temporary, String(generation), { mode: 0o600 });
      await rename(temporary, path);
    } catch (error) {
      throw new StorageError('lock', { cause: error });
    }
  }

  #pathOf(id: AccountId): string {
    return join(this.#folder, `${id}.generation`);
  }
}
