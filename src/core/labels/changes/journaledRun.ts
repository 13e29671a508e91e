import type { FileHandle } from 'node:fs/promises';
import type { Disposable } from '../../async/disposable.ts';
import { Emitter } from '../../async/event.ts';
import { StorageError } from '../../errors/storageError.ts';
import type { JournalEntry } from './journalEntry.ts';
import type { RunRecord } from './runRecord.ts';

/** A line of a run's journal after its first. */
export type RunEntry = Exclude<JournalEntry, { kind: 'run' }>;

/** A run that this window carries out: what happens to it is written to its file, in order. */
export class JournaledRun implements Disposable {
  readonly record: RunRecord;
  readonly #file: FileHandle;
  readonly #token: string;
  readonly #onDidChange = new Emitter<void>();
  #lines: string[] = [];
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();
  #isOpen = true;
  /** Whether the last line may be there in part. */
  #isTorn = false;

  /** The record has changed. */
  readonly onDidChange = this.#onDidChange.event;

  /** `token`: of the entry that has made this window the run's owner. */
  constructor(record: RunRecord, file: FileHandle, token: string) {
    this.record = record;
    this.#file = file;
    this.#token = token;
  }

  /** Whether this window carries it out still. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Takes `entries` into the record at once. Resolves when they are written, in one go with all that
   * came while the ones before were. Throws `StorageError`.
   */
  async write(...entries: readonly RunEntry[]): Promise<void> {
    for (const entry of entries) {
      this.record.apply(entry);
      this.#lines.push(`${JSON.stringify(entry)}\n`);
    }
    this.#onDidChange.fire();
    if (this.#next === undefined) {
      this.#next = this.#last.then(async () => await this.#flush());
      this.#last = this.#next.catch(() => undefined);
    }
    await this.#next;
  }

  /** Ends the run: another window may take it up. Throws `StorageError`. */
  async end(at: number): Promise<void> {
    try {
      await this.write({ kind: 'end', token: this.#token, at });
      await this.#file.sync();
    } catch (error) {
      throw error instanceof StorageError ? error : StorageError.ofFolder(error);
    } finally {
      await this.#last;
      this.dispose();
    }
  }

  /** Lets go of the run, at the end or when the window is closed in the middle of it. */
  dispose(): void {
    this.#isOpen = false;
    this.#onDidChange.dispose();
    this.#file.close().catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const text = `${this.#isTorn ? '\n' : ''}${this.#lines.join('')}`;
    this.#lines = [];
    this.#next = undefined;
    this.#isTorn = true;
    try {
      await this.#file.appendFile(text);
      this.#isTorn = false;
    } catch (error) {
      throw StorageError.ofFolder(error);
    }
  }
}
