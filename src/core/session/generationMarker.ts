import type { AccountId } from '../account/account.ts';
import type { SessionFolder } from './sessionFolder.ts';
import { fileNameOf, type SessionLineage } from './storedSession.ts';

/**
 * Minimum age of a note at the start of this process for its secret to be readable here, in milliseconds: VS
 * Code in a browser has read the secrets shortly before.
 */
const loadingTime = 60_000;

const extension = 'generation';

/** A file seen by a window. */
interface SeenMarker {
  readonly owner: AccountId;
  /** Identity of its folder. */
  readonly folder: string | undefined;
}

/**
 * Newest generation of each lineage, in a file that all windows see. Secrets stored by another window may not
 * be visible here (VS Code in a browser reads them once); the number shows that a newer session exists, before
 * a used-up refresh token is sent. A missing file means that the user has signed out, unless its folder is
 * missing too. Methods throw `StorageError`.
 */
export class GenerationMarker {
  readonly #folder: SessionFolder;
  /** Files seen by this window, by name. */
  readonly #seen = new Map<string, SeenMarker>();
  /** Names of the files removed by this window; some may still exist. */
  readonly #removed = new Set<string>();

  constructor(folder: SessionFolder) {
    this.#folder = folder;
  }

  /** Returns the newest generation stored by any window, or 0. */
  async read(lineage: SessionLineage): Promise<number> {
    const name = fileNameOf(lineage, extension);
    const text = await this.#folder.read(name);
    if (text === undefined) {
      return 0;
    }
    await this.#noteSeen(name, lineage);
    return /^\d{1,15}$/.test(text) ? Number(text) : 0;
  }

  /** Records that `generation` has been stored. */
  async write(lineage: SessionLineage, generation: number): Promise<void> {
    const name = fileNameOf(lineage, extension);
    await this.#folder.write(name, String(generation));
    await this.#noteSeen(name, lineage);
  }

  /** Marks `id` as signed out for every window. */
  async remove(id: AccountId): Promise<void> {
    for (const [name, { owner }] of this.#seen) {
      if (owner === id) {
        this.#removed.add(name);
      }
    }
    await this.#folder.remove(id, (name) => name.endsWith(`.${extension}`));
  }

  /**
   * Returns whether the user has signed out, in any window. A window that has never seen the file, because it
   * shares no folder with those that wrote it, cannot know; neither can one whose folder was lost.
   */
  async wasRemoved(lineage: SessionLineage): Promise<boolean> {
    const name = fileNameOf(lineage, extension);
    const seen = this.#seen.get(name);
    if (this.#removed.has(name) || seen === undefined) {
      return this.#removed.has(name);
    }
    return (
      (await this.#folder.read(name)) === undefined &&
      (await this.#folder.identity()) === seen.folder
    );
  }

  /**
   * Returns whether the newest generation was noted well before this process began, so that its tokens would be
   * visible here if they had been stored.
   */
  async isFromEarlierRun(lineage: SessionLineage): Promise<boolean> {
    const writtenAt = await this.#folder.writtenAt(fileNameOf(lineage, extension));
    return writtenAt < performance.timeOrigin - loadingTime;
  }

  async #noteSeen(name: string, { id }: SessionLineage): Promise<void> {
    this.#seen.set(name, { owner: id, folder: await this.#folder.identity() });
  }
}
