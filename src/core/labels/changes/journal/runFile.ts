import { type FileHandle, lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type AccountId, isAccountId } from '../../../account/account.ts';
import { Sequencer } from '../../../async/sequencer.ts';
import { isSystemError, unlessMissing } from '../../../errors/systemError.ts';
import { openRegularFile } from '../../../files/regularFile.ts';
import { readLine } from './journalEntry.ts';
import { RunRecord } from './runRecord.ts';
import { EndedRun } from './runSummary.ts';

/** Number of bytes per slice, a few milliseconds of work. */
const bytesAtATime = 65_536;

/** Maximum length, in bytes, of a header or an end that is read without the lines between them. */
const endLength = 16_384;

/** Maximum length of a line, in bytes; the change to one label needs less. */
const maximumLineLength = 16_777_216;

const newline = '\n'.charCodeAt(0);

/**
 * Reads the file of a run, and later only its new entries: another window may be writing it, and it may have
 * tens of megabytes.
 */
export class RunFileReader {
  readonly #path: string;
  #record: RunRecord | undefined;
  #greatestSequence = 0;
  /** Offset of the first unread line, or of the unread rest of a skipped line. */
  #offset = 0;
  /** True while the offset is in a skipped line. */
  #isInLongLine = false;
  #isDamaged = false;
  readonly #reading = new Sequencer();

  constructor(path: string) {
    this.#path = path;
  }

  /** Greatest sequence number read so far, also of entries of a later version. */
  get greatestSequence(): number {
    return this.#greatestSequence;
  }

  /** True if a line was incomplete, damaged or too long, so that its content is unknown. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** Number of bytes in the lines read so far. */
  get bytes(): number {
    return this.#offset;
  }

  /** Reads the run; undefined if the file is missing or contains no run. */
  async read(): Promise<RunRecord | undefined> {
    return await this.#reading.queue(async () => await this.#readOn());
  }

  async #readOn(): Promise<RunRecord | undefined> {
    // Another window may have deleted the file meanwhile.
    const file = await openRegularFile(this.#path, 'read');
    if (file === undefined) {
      return undefined;
    }
    try {
      await this.#readLines(file);
    } finally {
      await file.close();
    }
    return this.#record;
  }

  async #readLines(file: FileHandle): Promise<void> {
    /** Pieces of an incomplete line. */
    const pieces: Buffer[] = [];
    let length = 0;
    let position = this.#offset;
    for (;;) {
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(bytesAtATime),
        0,
        bytesAtATime,
        position,
      );
      if (bytesRead === 0) {
        return;
      }
      let start = 0;
      const bytes = buffer.subarray(0, bytesRead);
      for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
        const line = Buffer.concat([...pieces.splice(0), bytes.subarray(start, end)]);
        if (!this.#isInLongLine) {
          this.#takeLine(line.toString('utf8'));
        }
        this.#isInLongLine = false;
        length = 0;
        start = end + 1;
        this.#offset = position + start;
      }
      position += bytesRead;
      length += bytesRead - start;
      if (this.#isInLongLine || length > maximumLineLength) {
        this.#isInLongLine = true;
        this.#isDamaged = true;
        this.#offset = position;
        pieces.length = 0;
      } else {
        pieces.push(bytes.subarray(start));
      }
    }
  }

  #takeLine(line: string): void {
    if (line === '') {
      return;
    }
    const { entry, isDamaged, sequence } = readLine(line);
    this.#isDamaged ||= isDamaged;
    this.#greatestSequence = Math.max(this.#greatestSequence, sequence);
    if (entry?.kind === 'run') {
      this.#record ??= new RunRecord(entry);
    } else if (entry !== undefined) {
      this.#record?.apply(entry);
    }
  }
}

/**
 * Reads an ended run from only the first and the last line of its file. Returns undefined if the whole file
 * must be read: it is short, the run has not ended, or its last line has no valid totals.
 */
export async function readEndedRun({ path, size }: RunFileInfo): Promise<EndedRun | undefined> {
  if (size < 2 * endLength) {
    return undefined;
  }
  const file = await openRegularFile(path, 'read');
  if (file === undefined) {
    return undefined;
  }
  try {
    const [first, last] = await Promise.all([bytesAt(file, 0), bytesAt(file, size - endLength)]);
    const header = readLine(first.toString('utf8', 0, first.indexOf(newline))).entry;
    const start = last.lastIndexOf(newline, -2) + 1;
    const end = readLine(last.toString('utf8', start, last.length - 1)).entry;
    const isEnd = end?.kind === 'end' && end.bytes === size - endLength + start;
    return header?.kind === 'run' && isEnd && end.totals !== undefined
      ? new EndedRun(header, end.totals)
      : undefined;
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(endLength), 0, endLength, position);
  return buffer.subarray(0, bytesRead);
}

/** State of a run's file when last checked. */
export interface RunFileInfo {
  readonly path: string;
  /** False if `path` is something other than a regular file, or its state cannot be read. */
  readonly isRegular: boolean;
  readonly accountId: AccountId;
  /** Size in bytes. */
  readonly size: number;
  /** Time of the last change, in milliseconds since the epoch. */
  readonly changedAt: number;
}

const extension = 'jsonl';

/** Path of the file of the run `id` in `folder`. */
export function runFilePath(folder: string, accountId: AccountId, id: string): string {
  return join(folder, `${accountId}.${id}.${extension}`);
}

/** Run files in `folder`; none if it does not exist. */
export async function runFilesIn(folder: string): Promise<readonly RunFileInfo[]> {
  const names = (await unlessMissing(async () => await readdir(folder))) ?? [];
  // In parallel, as a save waits for this.
  const files = await Promise.all(names.map(async (name) => await runFileAt(join(folder, name))));
  return files.filter((file) => file !== undefined);
}

/**
 * Returns the current state of a run's file; undefined if it was deleted, or its name is not that of a run's
 * file.
 */
export async function runFileAt(path: string): Promise<RunFileInfo | undefined> {
  const [accountId = '', , ending, ...rest] = basename(path).split('.');
  if (!isAccountId(accountId) || ending !== extension || rest.length > 0) {
    return undefined;
  }
  try {
    const state = await unlessMissing(async () => await lstat(path));
    return (
      state && {
        path,
        accountId,
        isRegular: state.isFile(),
        size: state.size,
        changedAt: state.mtimeMs,
      }
    );
  } catch (error) {
    if (!isSystemError(error)) {
      throw error;
    }
    // An unreadable file does not affect the others.
    return { path, accountId, isRegular: false, size: 0, changedAt: 0 };
  }
}

/** Returns whether a file was unchanged between two checks. */
export function isSameState(one: RunFileInfo, other: RunFileInfo): boolean {
  return one.size === other.size && one.changedAt === other.changedAt;
}
