import type { AccountId } from '../account/account.ts';
import type { SessionFolder } from './sessionFolder.ts';
import { fileNameOf, lineageFileOf, type SessionLineage } from './storedSession.ts';

/**
 * Minimum age that a marker must have at the start of this process for its secret to be readable here, in
 * milliseconds: VS Code in a browser reads the secrets shortly before that.
 */
const loadingTime = 60_000;

const kind = 'generation';

/**
 * Newest generation of each lineage, in a file that all windows see. Secrets stored by another window may not
 * be visible here (VS Code in a browser reads them once); the number shows that a newer session exists, before
 * a used-up refresh token is sent. Methods throw `StorageError`.
 */
export class GenerationMarker {
  readonly #folder: SessionFolder;

  constructor(folder: SessionFolder) {
    this.#folder = folder;
  }

  /** Returns the newest generation stored by any window, or 0. */
  async read(lineage: SessionLineage): Promise<number> {
    const text = (await this.#folder.read(fileNameOf(lineage, kind))) ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : 0;
  }

  /** Records that `generation` has been stored. */
  async write(lineage: SessionLineage, generation: number): Promise<void> {
    await this.#folder.write(fileNameOf(lineage, kind), String(generation));
  }

  /** Returns the lineages that have a file in the folder, of the account `id` or of all accounts. */
  async lineages(id?: AccountId): Promise<readonly SessionLineage[]> {
    const lineages = new Map<string, SessionLineage>();
    for (const name of await this.#folder.names()) {
      const lineage = lineageFileOf(name)?.lineage;
      if (lineage !== undefined && (id === undefined || lineage.id === id)) {
        lineages.set(fileNameOf(lineage, kind), lineage);
      }
    }
    return [...lineages.values()];
  }

  /**
   * Returns whether the newest generation was written well before this process started, so that its tokens
   * would be visible here if they had been stored.
   */
  async isFromEarlierRun(lineage: SessionLineage): Promise<boolean> {
    const writtenAt = await this.#folder.writtenAt(fileNameOf(lineage, kind));
    return writtenAt < performance.timeOrigin - loadingTime;
  }
}
