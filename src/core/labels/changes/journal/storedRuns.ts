import { rm } from 'node:fs/promises';
import type { LabelId } from '../../../account/labelAddress.ts';
import { StorageError } from '../../../errors/storageError.ts';
import { inStorageFolder } from '../../../files/inStorageFolder.ts';
import { plainFileIncludes } from '../../../files/plainFile.ts';
import type { KeptRun } from './journalLimits.ts';
import type { RecordedRuns } from './recordedChain.ts';
import {
  isSameState,
  readEndedRun,
  type RunFile,
  runFilePath,
  RunFileReader,
  runFilesIn,
} from './runFile.ts';
import { RunRecord } from './runRecord.ts';
import { EndedRun, type RunSummary } from './runSummary.ts';

/** Content of a file in the state `file`. */
interface ReadFile extends KeptRun {
  /** Reader of a run that has not ended, for its next entries. */
  readonly reader: RunFileReader | undefined;
}

/** Files of runs in a folder, as last read: of a run that has ended, everything but its labels. */
export class StoredRuns implements RecordedRuns {
  readonly #folder: string;
  readonly #read = new Map<string, ReadFile>();
  /** The labels of runs, as long as somebody has them: all together may have gigabytes. */
  readonly #records = new WeakMap<RunSummary, WeakRef<RunRecord>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the files, without reading them. Throws `StorageError`. */
  async files(): Promise<readonly RunFile[]> {
    return await inStorageFolder(async () => await runFilesIn(this.#folder));
  }

  /**
   * Reads a file, or only what has changed since it was last read. One that cannot be read keeps nobody from the
   * others.
   */
  async read(file: RunFile): Promise<KeptRun> {
    const { path } = file;
    const known = this.#read.get(path);
    if (known !== undefined && isSameState(known.file, file)) {
      return known;
    }
    const reader = known?.reader ?? new RunFileReader(path);
    try {
      const read = await inStorageFolder(async () => await readRun(file, reader));
      this.#read.set(path, read);
      return read;
    } catch (error) {
      if (!(error instanceof StorageError)) {
        throw error;
      }
      return { file, run: undefined, sequence: reader.greatestSequence };
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
    const record = await inStorageFolder(async () => await reader.read());
    if (record !== undefined) {
      this.#records.set(run, new WeakRef(record));
    }
    return record;
  }

  /** Returns whether a run may say something of a label, without parsing it. Throws `StorageError`. */
  async mayInclude(run: RunSummary, label: LabelId): Promise<boolean> {
    if (run instanceof RunRecord) {
      return run.changes.has(label);
    }
    const { account, id } = run.header;
    const path = runFilePath(this.#folder, account.id, id);
    return await inStorageFolder(async () => await plainFileIncludes(path, JSON.stringify(label)));
  }

  /** Deletes a file. Throws `StorageError`. */
  async remove(path: string): Promise<void> {
    this.#read.delete(path);
    await inStorageFolder(async () => await rm(path, { force: true }));
  }
}

/** Reads a run in the state `file`: one that has ended without its labels, any other with `reader`. */
async function readRun(file: RunFile, reader: RunFileReader): Promise<ReadFile> {
  const ended = reader.bytes === 0 ? await readEndedRun(file) : undefined;
  if (ended !== undefined) {
    return { file, run: ended, sequence: ended.lastSequence, reader: undefined };
  }
  const record = await reader.read();
  const sequence = reader.greatestSequence;
  return record === undefined || record.owner !== undefined
    ? { file, run: record, sequence, reader }
    : { file, run: new EndedRun(record.header, record.totals), sequence, reader: undefined };
}
