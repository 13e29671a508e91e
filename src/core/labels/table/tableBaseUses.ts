import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  processIdentitySchema,
  processState,
  thisProcess,
  type ProcessState,
} from '../../async/runningProcess.ts';
import { isSystemError, unlessMissing } from '../../errors/systemError.ts';
import { makePlainFolder } from '../../files/plainFolder.ts';
import { readRegularFile, writeRegularFile } from '../../files/regularFile.ts';
import { parseJson } from '../../text/exactJson.ts';

/** Name of a mark: the name of the base, and a random id. */
const markName = /^(?<base>.+)\.[\da-f-]{36}\.use$/;

/** Maximum size of a valid mark, in bytes. */
const maximumBytes = 10_000;

/** Mark of a window in which a table is open, or was when the window closed. */
interface Mark {
  readonly path: string;
  readonly process: ProcessState;
}

/**
 * Marks of stored bases: one file next to a base for each window in which its table is open. A mark outlives
 * a window that closes or is killed, as VS Code opens its tables again. All methods throw system errors.
 */
export class TableBaseUses {
  readonly #folder: string;

  /** `folder` is the folder of the bases. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns whether a file of this name is a mark. */
  isMark(name: string): boolean {
    return markName.test(name);
  }

  /**
   * Marks a base as used by this window, and removes marks of the base by windows that are gone. Returns a
   * function that removes the mark.
   */
  async add(base: string): Promise<() => Promise<void>> {
    await makePlainFolder(this.#folder);
    const mark = join(this.#folder, `${base}.${randomUUID()}.use`);
    await writeRegularFile(mark, JSON.stringify(await thisProcess()));
    const end = async (): Promise<void> => await rm(mark, { force: true });
    try {
      await this.#remove(
        (each) => each === base,
        ({ process }) => process === 'gone',
      );
      return end;
    } catch (error) {
      await end();
      throw error;
    }
  }

  /** Returns the state of a process that uses a base, preferably a running one; undefined if none does. */
  async of(base: string): Promise<ProcessState | undefined> {
    const marks = await this.#marks((each) => each === base);
    return (marks.find(({ process }) => process === 'running') ?? marks.at(-1))?.process;
  }

  /** Removes the marks of bases for which `isStored` returns false, except those of running processes. */
  async prune(isStored: (base: string) => boolean): Promise<void> {
    await this.#remove(
      (base) => !isStored(base),
      ({ process }) => process !== 'running',
    );
  }

  async #remove(isOf: (base: string) => boolean, isUnused: (mark: Mark) => boolean): Promise<void> {
    for (const mark of (await this.#marks(isOf)).filter(isUnused)) {
      await rm(mark.path, { force: true });
    }
  }

  /** Reads the marks of the bases that `isOf` accepts. */
  async #marks(isOf: (base: string) => boolean): Promise<readonly Mark[]> {
    const names = (await unlessMissing(async () => await readdir(this.#folder))) ?? [];
    const marks: Mark[] = [];
    for (const name of names) {
      const base = markName.exec(name)?.groups?.['base'];
      if (base !== undefined && isOf(base)) {
        const path = join(this.#folder, name);
        marks.push({ path, process: await processOf(path) });
      }
    }
    return marks;
  }
}

/** Returns the state of the process that a mark names; `unknown` if the mark cannot be read. */
async function processOf(mark: string): Promise<ProcessState> {
  try {
    const text = await readRegularFile(mark, maximumBytes);
    const identity = processIdentitySchema.safeParse(parseJson(text ?? ''));
    return identity.success ? await processState(identity.data) : 'unknown';
  } catch (error) {
    // The mark may belong to another user, for example if VS Code was started as administrator.
    if (isSystemError(error)) {
      return 'unknown';
    }
    throw error;
  }
}
