import { rm } from 'node:fs/promises';
import type { LabelId } from '../../../account/labelAddress.ts';
import { StorageError } from '../../../errors/storageError.ts';
import { regularFileIncludes } from '../../../files/regularFile.ts';
import { withStorageErrors } from '../../../files/withStorageErrors.ts';
import type { KeptRun } from './journalLimits.ts';
import type { RecordedRuns } from './recordedChain.ts';
import {
  isSameState,
  readEndedRun,
  type RunFileInfo,
  runFilePath,
  RunFileReader,
  runFilesIn,
} from './runFile.ts';
import { RunRecord } from './runRecord.ts';
import type { RunSummary } from './runSummary.ts';

/** Content of a run's file, read when it was in the state `file`. */
interface ReadFile extends KeptRun {
  /** Reader of a run that has not ended, for its next entries. */
  readonly reader: RunFileReader | undefined;
}

/** Files of runs in a folder, as last read. Ended runs are kept without their labels. */
export class StoredRuns implements RecordedRuns {
  readonly #folder: string;
  readonly #read = new Map<string, ReadFile>();
  /** Runs with their labels, as long as they are in use: all of them together may take gigabytes. */
  readonly #records = new WeakMap<RunSummary, WeakRef<RunRecord>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the files, without reading them. Throws `StorageError`. */
  async files(): Promise<readonly RunFileInfo[]> {
    return await withStorageErrors(async () => await runFilesIn(this.#folder));
  }

  /**
   * Reads a file, or only what has changed since it was last read. An unreadable file does not affect the
   * others: it counts as a file without a run.
   */
  async read(file: RunFileInfo): Promise<KeptRun> {
    const { path } = file;
    const known = this.#read.get(path);
    if (known !== undefined && isSameState(known.file, file)) {
      return known;
    }
    try {
      const read = await withStorageErrors(async () => await this.#readFile(file, known?.reader));
      this.#read.set(path, read);
      return read;
    } catch (error) {
      if (!(error instanceof StorageError)) {
        throw error;
      }
      return { file, run: undefined, sequence: known?.sequence ?? 0, isUnderstood: false };
    }
  }

  /** Returns a run with its labels; undefined if it is no longer stored. Throws `StorageError`. */
  async recordOf(run: RunSummary): Promise<RunRecord | undefined> {
    if (run instanceof RunRecord) {
      return run;
    }
    const known = this.#records.get(run)?.deref();
    if (known !== undefined) {
      return known;
    }
    const { account, id } = run.header;
    const reader = new RunFileReader(runFilePath(this.#folder, account.id, id));
    const record = await withStorageErrors(async () => await reader.read());
    if (record !== undefined) {
      this.#records.set(run, new WeakRef(record));
    }
    return record;
  }

  /** Returns whether a run may include a label, without parsing it. Throws `StorageError`. */
  async mayInclude(run: RunSummary, label: LabelId): Promise<boolean> {
    if (run instanceof RunRecord) {
      return run.changes.has(label);
    }
    const { account, id } = run.header;
    const path = runFilePath(this.#folder, account.id, id);
    return await withStorageErrors(
      async () => await regularFileIncludes(path, JSON.stringify(label)),
    );
  }

  /** Deletes a file. Throws `StorageError`. */
  async remove(path: string): Promise<void> {
    this.#read.delete(path);
    await withStorageErrors(async () => await rm(path, { force: true }));
  }

  /** Reads an ended run without its labels; reads any other file with the reader `known`, or from the beginning. */
  async #readFile(file: RunFileInfo, known: RunFileReader | undefined): Promise<ReadFile> {
    const nothing = { file, run: undefined, sequence: 0, reader: undefined, isUnderstood: false };
    if (!file.isRegular) {
      return nothing;
    }
    const ended = known === undefined ? await readEndedRun(file) : undefined;
    if (ended !== undefined && this.#isFileOf(ended, file)) {
      const sequence = ended.lastSequence;
      return { file, run: ended, sequence, reader: undefined, isUnderstood: true };
    }
    const reader = known ?? new RunFileReader(file.path);
    const record = await reader.read();
    const sequence = reader.greatestSequence;
    if (record === undefined) {
      return { ...nothing, sequence, reader, isUnderstood: !reader.isDamaged };
    }
    if (!this.#isFileOf(record, file)) {
      return { ...nothing, sequence };
    }
    const isUnderstood = record.isPlanned || !reader.isDamaged;
    return record.owner === undefined
      ? { file, run: record.ended, sequence, reader: undefined, isUnderstood }
      : { file, run: record, sequence, reader, isUnderstood };
  }

  /** Returns whether a file has the path of its run; otherwise it is a copy. */
  #isFileOf({ header }: RunSummary, { path }: RunFileInfo): boolean {
    return path === runFilePath(this.#folder, header.account.id, header.id);
  }
}
