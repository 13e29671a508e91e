import type { AccountId } from '../account/account.ts';
import type { SessionFolder } from './sessionFolder.ts';
import { fileNameOf, type SessionLineage } from './sessionLineage.ts';

/**
 * How long before this process a note must have been written for its secret to be readable here, in
 * milliseconds: VS Code in a browser has read the secrets shortly before.
 */
const loadingTime = 60_000;

const extension = 'generation';

/** A file that a window has seen. */
interface SeenMarker {
  readonly owner: AccountId;
  /** Of the folder in which it was. */
  readonly folder: string | undefined;
}

/**
 * The newest generation of each lineage, in a file that all windows see. Secrets that another window
 * has stored may not be visible here (VS Code in a browser reads them once); the number shows that
 * there is something newer, before a used-up refresh token is sent. That a file has gone shows that
 * somebody has signed out, unless its folder has gone with it. Methods throw `StorageError`.
 */
export class GenerationMarker {
  readonly #folder: SessionFolder;
  /** The files that this window has seen, by name. */
  readonly #seen = new Map<string, SeenMarker>();
  /** Those that it has removed, as far as it was able to. */
  readonly #removed = new Set<string>();

  constructor(folder: SessionFolder) {
    this.#folder = folder;
  }

  /** The newest generation that any window has stored, or 0. */
  async read(lineage: SessionLineage): Promise<number> {
    const name = fileNameOf(lineage, extension);
    const text = await this.#folder.read(name);
    if (text === undefined) {
      return 0;
    }
    await this.#noteSeen(name, lineage);
    return /^\d{1,15}$/.test(text) ? Number(text) : 0;
  }

  /** Notes that `generation` has been stored. */
  async write(lineage: SessionLineage, generation: number): Promise<void> {
    const name = fileNameOf(lineage, extension);
    await this.#folder.write(name, String(generation));
    await this.#noteSeen(name, lineage);
  }

  /** Says to every window that the user has signed out of `id`. */
  async remove(id: AccountId): Promise<void> {
    for (const [name, { owner }] of this.#seen) {
      if (owner === id) {
        this.#removed.add(name);
      }
    }
    await this.#folder.remove(id, (name) => name.endsWith(`.${extension}`));
  }

  /**
   * Whether the user has signed out, here or in another window. A window that has never seen the file,
   * as it shares no folder with those that wrote it, cannot know; nor can one whose folder has been lost.
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
   * Whether the newest generation was noted well before this process began, so that its tokens would be
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
