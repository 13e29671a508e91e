import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Emitter } from '../../src/core/async/event.ts';
import type { SecretStore } from '../../src/core/secrets/secretStore.ts';

/**
 * A secret store that several processes share: one file for each key, renamed into place. Changes by
 * other processes are seen by reading, not by an event.
 */
export class FileSecretStore implements SecretStore {
  readonly #folder: string;
  readonly #emitter = new Emitter<{ readonly key: string }>();

  readonly onDidChange = this.#emitter.event;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async keys(): Promise<readonly string[]> {
    try {
      const names = await readdir(this.#folder);
      return names.filter((name) => !name.endsWith('.new')).map(decodeURIComponent);
    } catch (error) {
      if (isMissing(error)) {
        return [];
      }
      throw error;
    }
  }

  async get(key: string): Promise<string | undefined> {
    try {
      return await readFile(this.#pathOf(key), 'utf8');
    } catch (error) {
      if (isMissing(error)) {
        return undefined;
      }
      throw error;
    }
  }

  async store(key: string, value: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const temporary = `${this.#pathOf(key)}.${randomUUID()}.new`;
    await writeFile(temporary, value, { mode: 0o600 });
    await rename(temporary, this.#pathOf(key));
    this.#emitter.fire({ key });
  }

  async delete(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
    this.#emitter.fire({ key });
  }

  #pathOf(key: string): string {
    return join(this.#folder, encodeURIComponent(key));
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
