import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Disposable } from '../../../async/disposable.ts';
import { Emitter } from '../../../async/event.ts';
import { Sequencer } from '../../../async/sequencer.ts';
import { syncFolder } from '../../../files/plainFolder.ts';
import { isAt, rewrittenFile } from '../../../files/regularFile.ts';
import { withStorageErrors } from '../../../files/withStorageErrors.ts';
import type { JournalEntry } from './journalEntry.ts';
import type { RunRecord } from './runRecord.ts';

/** Entry in the file of a run after its header. */
export type RunEntry = Exclude<JournalEntry, { kind: 'run' }>;

/** File of a run that this window carries out. */
interface TakenFile {
  readonly path: string;
  readonly file: FileHandle;
  /** Number of bytes of the file that were read into the record. */
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
  /** True if the file may have been deleted, so that only this window still has its content. */
  #isLost = false;
  /** True if the last line may be incomplete. */
  #isTorn = false;
  /** Number of bytes in the file, if only this window has written to it since it was taken; `NaN` if unknown. */
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

  /** Token of the entry that made this window the owner. */
  get token(): string {
    return this.#token;
  }

  /** True if the file was deleted, or may have been, when this window released the run. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /**
   * Applies `entries` to the record immediately. Resolves when they are written, together with entries added
   * meanwhile; written intents survive a power cut. Throws `StorageError`.
   */
  async write(...entries: readonly RunEntry[]): Promise<void> {
    entries.forEach((entry) => this.record.apply(entry));
    this.#onDidChange.fire();
    await this.#write(entries);
  }

  /** Ends the run; another window may reopen it. Throws `StorageError`. */
  async end(at: number): Promise<void> {
    try {
      await this.#writing.queue(async () => await Promise.resolve());
      const { totals } = this.record;
      const known = Number.isNaN(this.#bytes) ? {} : { bytes: this.#bytes, totals };
      const end = { kind: 'end', token: this.#token, at, ...known } as const;
      await this.#write([end]);
      await withStorageErrors(async () => await this.#file.sync());
      // Only now: if the end cannot be written, the run has not ended.
      this.record.apply(end);
      await this.discard();
    } finally {
      await this.#writing.queue(async () => await Promise.resolve());
      this.dispose();
    }
  }

  /** Releases the run, at its end or when the window closes. */
  dispose(): void {
    this.close().catch(() => undefined);
  }

  /**
   * Releases the run, and resolves when its file is closed. A file that was deleted, or may have been, stays
   * open until `restoreFile`, as its content exists nowhere else.
   */
  async close(): Promise<void> {
    if (this.#isOpen) {
      this.#isOpen = false;
      this.#onDidChange.dispose();
      this.#isLost = true;
      await this.#writing.queue(async () => {
        if (this.#isLost && (await isAt(this.#path, this.#file))) {
          this.#isLost = false;
          await this.#file.close();
        }
      });
    }
  }

  /** Releases the run and closes its file, even if the file was deleted. */
  async discard(): Promise<void> {
    this.#isOpen = false;
    this.#onDidChange.dispose();
    this.#isLost = false;
    await this.#file.close();
  }

  /** Writes the file of a released run again if it was deleted, and closes it. Throws `StorageError`. */
  async restoreFile(): Promise<void> {
    await this.#writing.queue(async () => {
      if (this.#isLost && !this.#isOpen) {
        await withStorageErrors(async () => await this.#restore());
        await this.discard();
      }
    });
  }

  async #write(entries: readonly RunEntry[]): Promise<void> {
    for (const entry of entries) {
      this.#lines.push(`${JSON.stringify(entry)}\n`);
      this.#isAwaited ||= entry.kind === 'intent';
    }
    this.#next ??= this.#writing.queue(async () => await this.#flush());
    await this.#next;
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
    await withStorageErrors(async () => {
      await this.#restore();
      await this.#file.appendFile(text);
      if (isAwaited) {
        await this.#file.datasync();
      }
    });
    this.#isTorn = false;
    this.#bytes = bytes;
  }

  /** Writes the file again if a cleaner has deleted it or its folder: its content exists as long as it is open. */
  async #restore(): Promise<void> {
    if (!(await isAt(this.#path, this.#file))) {
      this.#file = await rewrittenFile(this.#path, this.#file);
      await syncFolder(dirname(this.#path));
    }
  }
}
