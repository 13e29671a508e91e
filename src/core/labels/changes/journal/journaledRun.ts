import type { FileHandle } from 'node:fs/promises';
import type { Disposable } from '../../../async/disposable.ts';
import { Emitter } from '../../../async/event.ts';
import { Sequencer } from '../../../async/sequencer.ts';
import { inStorageFolder } from '../../../files/inStorageFolder.ts';
import { isAt, writtenAnew } from '../../../files/plainFile.ts';
import type { JournalEntry } from './journalEntry.ts';
import type { RunRecord } from './runRecord.ts';

/** Line of a run's journal after the first. */
export type RunEntry = Exclude<JournalEntry, { kind: 'run' }>;

/** File of a run that this window carries out. */
interface TakenFile {
  readonly path: string;
  readonly file: FileHandle;
  /** Number of bytes that the record was read from. */
  readonly bytes: number;
  /** Token of the entry that made this window the owner. */
  readonly token: string;
}

/** A run carried out by this window; its events are written to its file, in order. */
export class JournaledRun implements Disposable {
  readonly record: RunRecord;
  readonly #path: string;
  #file: FileHandle;
  readonly #token: string;
  readonly #onDidChange = new Emitter<void>();
  #lines: string[] = [];
  /** True if a request waits for one of the lines. */
  #isAwaited = false;
  #next: Promise<void> | undefined;
  readonly #writing = new Sequencer();
  #isOpen = true;
  /** True if the last line may be incomplete. */
  #isTorn = false;
  /** Number of bytes in the file, if only this window has written to it since it was taken; `NaN` if not known. */
  #bytes: number;

  /** Fires when the record has changed. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(record: RunRecord, { bytes, file, path, token }: TakenFile) {
    this.record = record;
    this.#path = path;
    this.#file = file;
    this.#token = token;
    this.#bytes = bytes;
  }

  /** True while this window carries out the run. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Applies `entries` to the record immediately. Resolves when they are written, batched with others added
   * meanwhile; intents also survive a power cut then. Throws `StorageError`.
   */
  async write(...entries: readonly RunEntry[]): Promise<void> {
    for (const entry of entries) {
      this.record.apply(entry);
      this.#lines.push(`${JSON.stringify(entry)}\n`);
      this.#isAwaited ||= entry.kind === 'intent';
    }
    this.#onDidChange.fire();
    this.#next ??= this.#writing.queue(async () => await this.#flush());
    await this.#next;
  }

  /** Ends the run; another window may reopen it. Throws `StorageError`. */
  async end(at: number): Promise<void> {
    try {
      await this.#writing.queue(async () => await Promise.resolve());
      const { totals } = this.record;
      const known = Number.isNaN(this.#bytes) ? {} : { bytes: this.#bytes, totals };
      await this.write({ kind: 'end', token: this.#token, at, ...known });
      await inStorageFolder(async () => await this.#file.sync());
    } finally {
      await this.#writing.queue(async () => await Promise.resolve());
      this.dispose();
    }
  }

  /** Releases the run, at its end or when the window closes. */
  dispose(): void {
    this.close().catch(() => undefined);
  }

  /** Releases the run; resolves when its file is closed. A second call does not wait for the first. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#onDidChange.dispose();
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    const text = `${this.#isTorn ? '\n' : ''}${this.#lines.join('')}`;
    const isAwaited = this.#isAwaited;
    const bytes = this.#bytes + Buffer.byteLength(text);
    this.#lines = [];
    this.#isAwaited = false;
    this.#next = undefined;
    this.#isTorn = true;
    this.#bytes = NaN;
    await inStorageFolder(async () => {
      if (!(await isAt(this.#path, this.#file))) {
        // A cleaner has deleted it, or its folder: what it holds is there as long as it is open.
        this.#file = await writtenAnew(this.#path, this.#file);
      }
      await this.#file.appendFile(text);
      if (isAwaited) {
        await this.#file.datasync();
      }
    });
    this.#isTorn = false;
    this.#bytes = bytes;
  }
}
