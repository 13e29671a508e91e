import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, readdir, rename, rm, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { AccountId } from '../../account/account.ts';
import type { TableAddress } from '../../account/tableAddress.ts';
import type { Clock } from '../../async/clock.ts';
import type { ProcessState } from '../../async/runningProcess.ts';
import { isSystemError, unlessMissing } from '../../errors/systemError.ts';
import { makePlainFolder } from '../../files/plainFolder.ts';
import { readRegularFile, writeRegularFile } from '../../files/regularFile.ts';
import { withStorageErrors } from '../../files/withStorageErrors.ts';
import { parseJson } from '../../text/exactJson.ts';
import { maximumRecordsLength } from './recordTexts.ts';
import { maximumTableLength, TableBase, type StoredTableBase } from './tableBase.ts';
import { TableBaseUses } from './tableBaseUses.ts';

/**
 * Maximum size of a stored base, in bytes: UTF-8 takes up to 3 per UTF-16 unit, and the rest of a file is
 * shorter.
 */
const maximumBaseBytes = 4 * (maximumTableLength + maximumRecordsLength);

/** Time after which a base that no window has used is deleted, in milliseconds: 90 days. */
export const maximumUnusedAge = 90 * 24 * 60 * 60 * 1000;

/** Maximum total size of the bases, in bytes; beyond it, the least recently used ones are deleted. */
export const maximumTotalBytes = 500_000_000;

/** Time after which a partial file counts as abandoned by its window, in milliseconds. */
const writingTime = 60 * 60 * 1000;

/** Extension of a base's file name. */
const baseEnding = '.table';

/** File of a base, or an abandoned partial file. */
interface BaseFile {
  readonly name: string;
  readonly size: number;
  readonly usedAt: number;
}

/**
 * Bases of tables, each in a file that only this user can read. Bases are kept at least as long as windows
 * use them. All methods throw `StorageError`.
 */
export class TableBaseStore {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #uses: TableBaseUses;
  /** Last write of each file, while it is pending. */
  readonly #writes = new Map<string, Promise<void>>();

  /** `folder` is shared by all windows of this installation. */
  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
    this.#uses = new TableBaseUses(folder);
  }

  /**
   * Marks a base as open in this window, so that no window deletes it until the returned function is called,
   * even after this window has closed. A base that was deleted since it was read is stored again.
   */
  async use(address: TableAddress, base: TableBase): Promise<() => Promise<void>> {
    const name = basename(this.#pathOf(address));
    const end = await withStorageErrors(async () => await this.#uses.add(name));
    if ((await this.size(address)) === undefined) {
      await this.write(address, base);
    }
    return async () => {
      await withStorageErrors(end);
    };
  }

  /** Size of a stored base in bytes; undefined if it is not stored. Does not read its content. */
  async size(address: TableAddress): Promise<number | undefined> {
    const file = await withStorageErrors(async () => await baseFileAt(this.#pathOf(address)));
    return file?.size;
  }

  /** Reads a base, which counts as used now; undefined if it is not stored. Works in slices. */
  async read(address: TableAddress): Promise<TableBase | undefined> {
    const path = this.#pathOf(address);
    const text = await withStorageErrors(async () => {
      const read = await readRegularFile(path, maximumBaseBytes);
      const now = new Date(this.#clock.now());
      await unlessMissing(async () => await utimes(path, now, now));
      return read;
    });
    // Joining megabytes of text has filled a slice: let other work run before parsing.
    await setImmediate();
    return text === undefined ? undefined : await TableBase.read(storedBase(text));
  }

  /** Stores the current state of a base, after earlier writes have ended. */
  async write(address: TableAddress, base: TableBase): Promise<void> {
    const path = this.#pathOf(address);
    const before = this.#writes.get(path);
    const write = (async () => {
      await before?.catch(() => undefined);
      const parts = fileParts(await base.stored());
      await withStorageErrors(async () => {
        await makePlainFolder(this.#folder);
        await writeRegularFile(path, parts);
      });
    })();
    this.#writes.set(path, write);
    try {
      await write;
    } finally {
      if (this.#writes.get(path) === write) {
        this.#writes.delete(path);
      }
    }
  }

  /**
   * Deletes bases that were not used for a long time, unless a running window uses them, and bases beyond the
   * total size, unless a window uses them, or used them when it closed.
   */
  async trim(): Promise<void> {
    const newestFirst = (await this.#files()).toSorted((one, other) => other.usedAt - one.usedAt);
    const oldest = this.#clock.now() - maximumUnusedAge;
    let total = 0;
    for (const { name, size, usedAt } of newestFirst) {
      total += size;
      if (usedAt < oldest) {
        await this.#delete(name, (use) => use === 'running');
      } else if (total > maximumTotalBytes) {
        await this.#delete(name);
      }
    }
    const stored = new Set((await this.#files()).map(({ name }) => name));
    await withStorageErrors(async () => await this.#uses.prune((name) => stored.has(name)));
  }

  /** Deletes the bases of an account, except those that a window uses, or used when it closed. */
  async forget(account: AccountId): Promise<void> {
    for (const { name } of await this.#files(`${account}.`)) {
      await this.#delete(name);
    }
  }

  /** Deletes a base, or a partial file, unless it is used by a process for whose state `counts` returns true. */
  async #delete(name: string, counts: (use: ProcessState) => boolean = () => true): Promise<void> {
    const path = join(this.#folder, name);
    const isUsed = async (): Promise<boolean> => {
      const use = await this.#uses.of(name);
      return use !== undefined && counts(use);
    };
    await withStorageErrors(async () => {
      if (await isUsed()) {
        return;
      }
      // A window that begins to use the base just now either finds it gone and stores it again, or its mark
      // is found here.
      const aside = `${path}.${randomUUID()}`;
      await unlessMissing(async () => {
        await rename(path, aside);
        if (await isUsed()) {
          await copyUnlessThere(aside, path);
        }
        await rm(aside, { force: true });
      });
    });
  }

  async #files(beginning = ''): Promise<readonly BaseFile[]> {
    return await withStorageErrors(async () => {
      const names = (await unlessMissing(async () => await readdir(this.#folder))) ?? [];
      const files = names
        .filter((name) => name.startsWith(beginning) && !this.#uses.isMark(name))
        .map(async (name) => await baseFileAt(join(this.#folder, name)));
      const latest = this.#clock.now() - writingTime;
      return (await Promise.all(files))
        .filter((file) => file !== undefined)
        .filter(({ name, usedAt }) => name.endsWith(baseEnding) || usedAt < latest);
    });
  }

  #pathOf({ accountId, tableId }: TableAddress): string {
    return join(this.#folder, `${accountId}.${tableId}${baseEnding}`);
  }
}

async function copyUnlessThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') {
      throw error;
    }
  }
}

async function baseFileAt(path: string): Promise<BaseFile | undefined> {
  const state = await unlessMissing(async () => await lstat(path));
  return state?.isFile() === true
    ? { name: basename(path), size: state.size, usedAt: state.mtimeMs }
    : undefined;
}

/** First line of a file. Files of earlier versions have no `textLength`, and no records after the text. */
const headSchema = z.looseObject({ textLength: z.optional(z.int()) });

/**
 * Parts of a file: a line of JSON, the text of the base, unescaped because escaping it in JSON would take
 * long, and lines of records.
 */
function fileParts({ records, text, ...rest }: StoredTableBase): readonly string[] {
  const head = JSON.stringify({ ...rest, textLength: text.length });
  return [`${head}\n`, text, ...records.map((each) => `${each}\n`)];
}

/** Returns the stored base in the content of a file, not yet validated; undefined if its first line is invalid. */
function storedBase(file: string): unknown {
  const begin = file.indexOf('\n') + 1;
  const head = headSchema.safeParse(parseJson(file.slice(0, begin)));
  if (!head.success) {
    return undefined;
  }
  const { textLength = file.length, ...rest } = head.data;
  const end = begin + textLength;
  return { ...rest, text: file.slice(begin, end), records: file.slice(end).split('\n') };
}
