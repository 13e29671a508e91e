import type { Disposable } from '../core/async/disposable.ts';

/** Maximum number of unused files kept: VS Code requests a file several times before it shows it. */
export const unusedLimit = 100;

/**
 * Files of a window, by URI. Programs can request any number of URIs, so only the most recently requested
 * unused files are kept.
 */
export class KeptFiles<T extends Disposable> implements Disposable {
  readonly #isUsed: (address: string) => boolean;
  /** Files, most recently requested last. */
  readonly #files = new Map<string, T>();

  /** `isUsed` returns whether anything other than a finished call uses the file at a URI. */
  constructor(isUsed: (address: string) => boolean) {
    this.#isUsed = isUsed;
  }

  /** Returns the file at `address`, if kept. */
  get(address: string): T | undefined {
    const file = this.#files.get(address);
    if (file !== undefined) {
      this.#files.delete(address);
      this.#files.set(address, file);
    }
    return file;
  }

  /** Adds `file`, and disposes unused files beyond the limit. */
  add(address: string, file: T): void {
    this.#files.set(address, file);
    if (this.#files.size > unusedLimit) {
      this.#disposeUnused();
    }
  }

  dispose(): void {
    for (const file of this.#files.values()) {
      file.dispose();
    }
  }

  #disposeUnused(): void {
    const unused = Array.from(this.#files).filter(([address]) => !this.#isUsed(address));
    for (const [address, file] of unused.slice(0, Math.max(0, unused.length - unusedLimit))) {
      this.#files.delete(address);
      file.dispose();
    }
  }
}
