import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Returns the code of the system error with which an operation on a path fails, if it does. */
type Fault = (operation: string, path: string) => string | undefined;

const operations = ['lstat', 'readdir', 'rename', 'rm', 'mkdir', 'writeFile', 'open'];
const fileOperations = ['appendFile', 'datasync', 'sync', 'stat', 'read', 'truncate'];

/** Makes operations of `node:fs/promises` fail in this process, below the code that is tested. */
export class FaultyDisk implements Disposable {
  readonly #originals = new Map<string, unknown>();
  /** Fault of the next operations; none if undefined. */
  fault: Fault | undefined;

  constructor() {
    for (const name of operations) {
      this.#originals.set(name, Reflect.get(fs.promises, name));
      this.#wrap(fs.promises, name, ([path]) => String(path));
    }
    syncBuiltinESMExports();
  }

  [Symbol.dispose](): void {
    for (const [name, original] of this.#originals) {
      Reflect.set(fs.promises, name, original);
    }
    syncBuiltinESMExports();
  }

  #wrap(target: object, name: string, pathOf: (args: readonly unknown[]) => string): void {
    const original: unknown = Reflect.get(target, name);
    if (typeof original !== 'function') {
      throw new TypeError(`There is no ${name}.`);
    }
    Reflect.set(target, name, async (...args: readonly unknown[]): Promise<unknown> => {
      const path = pathOf(args);
      const code = this.fault?.(name, path);
      if (code !== undefined) {
        const error = new Error(`${code}: injected, ${name} '${path}'`);
        throw Object.assign(error, { code, syscall: name, path });
      }
      const result: unknown = await Reflect.apply(original, target, args);
      if (name === 'open' && typeof result === 'object' && result !== null) {
        fileOperations.forEach((each) => this.#wrap(result, each, () => path));
      }
      return result;
    });
  }
}
