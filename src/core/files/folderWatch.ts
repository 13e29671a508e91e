import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Disposable } from '../async/disposable.ts';
import { isMissing } from '../errors/systemError.ts';

/** Watches a folder, also after it was deleted and made anew. */
export class FolderWatch implements Disposable {
  readonly #path: string;
  readonly #onDidChange: () => void;
  readonly #parent: FSWatcher;
  #folder: FSWatcher | undefined;

  /** Calls `onDidChange` for each change in the folder `path`. Throws a system error. */
  constructor(path: string, onDidChange: () => void) {
    this.#path = path;
    this.#onDidChange = onDidChange;
    this.#folder = this.#watchFolder();
    // A watcher stays with the folder that it was begun for.
    this.#parent = closedOnError(
      watch(dirname(path), { persistent: false }, (event, name) => {
        if (event === 'rename' && (name === null || name === basename(path))) {
          this.#renew();
        }
      }),
    );
  }

  dispose(): void {
    this.#parent.close();
    this.#folder?.close();
  }

  #renew(): void {
    this.#folder?.close();
    this.#folder = undefined;
    try {
      this.#folder = this.#watchFolder();
    } catch {
      // Without a watcher to spare, what follows is seen with the next change of the parent folder.
    }
    this.#onDidChange();
  }

  /** Undefined while there is no folder. */
  #watchFolder(): FSWatcher | undefined {
    try {
      return closedOnError(watch(this.#path, { persistent: false }, this.#onDidChange));
    } catch (error) {
      if (isMissing(error)) {
        return undefined;
      }
      throw error;
    }
  }
}

/** A watcher ends where its folder goes, with an error on some systems. */
function closedOnError(watcher: FSWatcher): FSWatcher {
  return watcher.on('error', () => watcher.close());
}
