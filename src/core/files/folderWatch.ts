import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Disposable } from '../async/disposable.ts';
import { isMissing } from '../errors/systemError.ts';

/** Watches a folder, even if it is deleted and created again. */
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
    // A watcher follows the folder that it was created for, not the path.
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
      // Without a watcher to spare, changes are noticed only when the folder is replaced again.
    }
    this.#onDidChange();
  }

  /** Watches the folder; returns undefined if it does not exist. */
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

/** Returns `watcher`, which is closed on an error: some systems raise one when the folder is deleted. */
function closedOnError(watcher: FSWatcher): FSWatcher {
  return watcher.on('error', () => watcher.close());
}
