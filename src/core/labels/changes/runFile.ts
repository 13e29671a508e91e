import { open, type FileHandle } from 'node:fs/promises';
import { unlessMissing } from '../../errors/systemError.ts';
import { readEntry } from './journalEntry.ts';
import { RunRecord } from './runRecord.ts';

/** How many bytes are read before others have their turn: few milliseconds' work. */
const bytesAtATime = 65_536;

const newline = '\n'.charCodeAt(0);

/**
 * Reads the file of a run, and later only what has been added since: another window may be carrying it
 * out, and there may be tens of megabytes.
 */
export class RunFileReader {
  readonly #path: string;
  #record: RunRecord | undefined;
  /** Where the first line begins that is not read yet. */
  #offset = 0;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** What the file says of its run; undefined if it is none of a run, or not there. */
  async read(): Promise<RunRecord | undefined> {
    const reading = this.#reading.then(async () => await this.#readOn());
    this.#reading = reading.catch(() => undefined);
    return await reading;
  }

  async #readOn(): Promise<RunRecord | undefined> {
    // Another window may have thrown it away meanwhile.
    const file = await unlessMissing(async () => await open(this.#path, 'r'));
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
    /** The pieces of a line whose end has not been read. */
    const pieces: Buffer[] = [];
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
        this.#takeLine(line.toString('utf8'));
        start = end + 1;
        this.#offset = position + start;
      }
      pieces.push(bytes.subarray(start));
      position += bytesRead;
    }
  }

  #takeLine(line: string): void {
    const entry = line === '' ? undefined : readEntry(line);
    if (entry?.kind === 'run') {
      this.#record ??= new RunRecord(entry);
    } else if (entry !== undefined) {
      this.#record?.apply(entry);
    }
  }
}
