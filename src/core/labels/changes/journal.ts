import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import type { AccountId } from '../../account/account.ts';
import type { Clock } from '../../async/clock.ts';
import type { Disposable } from '../../async/disposable.ts';
import { processState, thisProcess, type ProcessIdentity } from '../../async/runningProcess.ts';
import { inSlices } from '../../async/slices.ts';
import { reasonOf } from '../../errors/reasonOf.ts';
import { StorageError } from '../../errors/storageError.ts';
import { isSystemError } from '../../errors/systemError.ts';
import type { Log } from '../../log/log.ts';
import type { ChangeSet } from './changeSet.ts';
import { JournaledRun } from './journaledRun.ts';
import type { RunOwner } from './journalEntry.ts';
import type { JournalLimits } from './journalLimits.ts';
import { runsToForget, type KeptRun } from './journalTrimming.ts';
import { RunFileReader } from './runFile.ts';
import { isSameState, runFileAt, runFilePath, runFilesIn, type RunFile } from './runFolder.ts';
import { RunRecord } from './runRecord.ts';

interface ChangeJournalOptions {
  /** One that all windows of this installation share. */
  readonly folder: string;
  readonly clock: Clock;
  /** Read each time that runs are thrown away. */
  readonly limits: () => JournalLimits;
  /** Whether a window that carries out a run is still there; by its process, by default. */
  readonly isAlive?: (owner: RunOwner) => Promise<boolean>;
}

/** What was read of a file that looked like `file` then. */
interface ReadFile {
  readonly reader: RunFileReader;
  readonly file: RunFile;
  readonly record: RunRecord | undefined;
}

/** How many changes are written before others have their turn. */
const atATime = 250;

/** The owner is of another machine or container: how long a file may be silent, in milliseconds. */
const toleratedSilence = 600_000;

/**
 * The runs of all accounts, each in an append-only file of JSON lines that only this person can read. A
 * line is written before what it announces: what a window had under way when it died is there to be
 * settled by another one.
 */
export class ChangeJournal {
  readonly #options: ChangeJournalOptions;
  /** The runs that this window has carried out, by their files. */
  readonly #own = new Map<string, JournaledRun>();
  readonly #read = new Map<string, ReadFile>();

  constructor(options: ChangeJournalOptions) {
    this.#options = options;
  }

  /** Begins a run, which this window carries out. Throws `StorageError`. */
  async begin({ account, changes, origin, title, undoes }: ChangeSet): Promise<JournaledRun> {
    const sequence = await this.#nextSequence();
    const at = this.#options.clock.now();
    const id = randomUUID();
    const labels = new Set(changes.map((change) => change.id)).size;
    const what = { account, title, origin, undoes, labels };
    const header = { kind: 'run', version: 1, id, at, ...what } as const;
    return await inStorage(async () => {
      await makeFolder(this.#options.folder);
      const path = this.#pathOf(account.id, id);
      const owner = await newOwner();
      const file = await open(path, 'ax', 0o600);
      const run = new JournaledRun(new RunRecord(header), file, owner.token);
      try {
        await file.appendFile(`${JSON.stringify(header)}\n`);
        this.#own.set(path, run);
        await run.write({ kind: 'owner', owner, sequence, at });
        for await (const slice of inSlices(changes, atATime)) {
          await run.write(...slice.map((change) => ({ kind: 'plan', change }) as const));
        }
        return run;
      } catch (error) {
        // Nothing of it has been sent: there is nothing to be told of, and nothing to take up.
        run.dispose();
        this.#own.delete(path);
        await file.close();
        await rm(path, { force: true });
        throw error;
      }
    });
  }

  /**
   * Takes up a run that has ended, or whose window is gone. Undefined if a window carries it out, or it
   * is not kept. Throws `StorageError`.
   */
  async takeUp(accountId: AccountId, id: string): Promise<JournaledRun | undefined> {
    return await this.#take(accountId, id, () => true);
  }

  /**
   * Takes up a run that its window has left without ending it. Undefined if a window carries it out, it has
   * ended, or it is not kept: it may have been under way when the caller read it. Throws `StorageError`.
   */
  async takeOver(accountId: AccountId, id: string): Promise<JournaledRun | undefined> {
    return await this.#take(accountId, id, ({ owner }) => owner !== undefined);
  }

  /** Whether a window carries out the run. */
  async isUnderWay({ header, owner }: RunRecord): Promise<boolean> {
    if (owner === undefined) {
      return false;
    }
    const path = this.#pathOf(header.account.id, header.id);
    const own = this.#own.get(path);
    if (own?.record.owner?.token === owner.token) {
      return own.isOpen;
    }
    const { isAlive } = this.#options;
    return isAlive === undefined ? await this.#isAlive(owner.process, path) : await isAlive(owner);
  }

  /**
   * The runs that are kept, oldest first. What cannot be read as a run, or only in part as its window was
   * killed when it began, is left out. Throws `StorageError`.
   */
  async runs(): Promise<readonly RunRecord[]> {
    const kept = await this.#keptRuns();
    const records = kept.flatMap(({ record }) => (record?.isPlanned === true ? record : []));
    return records.sort((one, other) => one.sequence - other.sequence);
  }

  /** The run `id` as it is kept now, undefined if it is not. Throws `StorageError`. */
  async run(id: string): Promise<RunRecord | undefined> {
    return (await this.runs()).find(({ header }) => header.id === id);
  }

  /**
   * Calls `onDidChange` whenever this window or another one has written to the journal, until what is
   * returned is disposed of. Throws `StorageError`.
   */
  async watch(onDidChange: () => void): Promise<Disposable> {
    const { folder } = this.#options;
    return await inStorage(async () => {
      await makeFolder(folder);
      const watcher = watch(folder, { persistent: false }, onDidChange);
      // It ends where the folder goes: there is nothing to be told of any more.
      watcher.on('error', () => watcher.close());
      return { dispose: () => watcher.close() };
    });
  }

  /**
   * Throws away the runs whose plan is not all there, those that are too old, and the oldest ones of too
   * many, each with its undos. What cannot be thrown away stays, and `log` is told: nothing depends on it.
   */
  async trim(log: Log): Promise<void> {
    await asFarAsPossible(log, async () => {
      const kept = await this.#keptRuns();
      for (const runs of runsToForget(kept, this.#options.limits(), this.#options.clock.now())) {
        await asFarAsPossible(log, async () => await this.#throwAway(runs));
      }
    });
  }

  /** Whether runs are kept, of `account` or of any. Reads none of them. Throws `StorageError`. */
  async has(account?: AccountId): Promise<boolean> {
    return (await this.#files()).some(
      ({ accountId }) => account === undefined || accountId === account,
    );
  }

  /** Throws away all runs of `account`. Throws `StorageError`. */
  async forget(account: AccountId): Promise<void> {
    for (const { accountId, path } of await this.#files()) {
      if (accountId === account) {
        await this.#remove(path);
      }
    }
  }

  /** Takes a run that no window carries out and that `isMeant`, as its file says it is now. */
  async #take(
    accountId: AccountId,
    id: string,
    isMeant: (record: RunRecord) => boolean,
  ): Promise<JournaledRun | undefined> {
    return await inStorage(async () => {
      const sequence = await this.#nextSequence();
      const path = this.#pathOf(accountId, id);
      const reader = new RunFileReader(path);
      const before = await reader.read();
      if (before?.isPlanned !== true || !isMeant(before) || (await this.isUnderWay(before))) {
        return undefined;
      }
      const owner = await newOwner();
      const from = before.owner?.token;
      const at = this.#options.clock.now();
      const entry = { kind: 'owner', from, owner, sequence, at } as const;
      const file = await open(path, 'a', 0o600);
      let run: JournaledRun | undefined;
      try {
        // After a line that a killed window has torn, a new one begins.
        await file.appendFile(`\n${JSON.stringify(entry)}\n`);
        const record = await reader.read();
        if (record?.owner?.token === owner.token) {
          run = new JournaledRun(record, file, owner.token);
          this.#own.set(path, run);
        }
        return run;
      } finally {
        if (run === undefined) {
          await file.close();
        }
      }
    });
  }

  /** Throws away a run and its undos, unless one of them is in use. */
  async #throwAway(runs: readonly KeptRun[]): Promise<void> {
    if (!(await this.#isInUse(runs))) {
      // A run before its undos: without them it would be offered to be taken back again.
      for (const { file } of runs) {
        await this.#remove(file.path);
      }
    }
  }

  /** Whether one of `runs` is carried out, or was since it was read. */
  async #isInUse(runs: readonly KeptRun[]): Promise<boolean> {
    for (const { file, record } of runs) {
      const now = await inStorage(async () => await runFileAt(file.path));
      const isOther = now !== undefined && !isSameState(file, now);
      if (isOther || (record !== undefined && (await this.isUnderWay(record)))) {
        return true;
      }
    }
    return false;
  }

  /** Greater than that of every run that is kept. */
  async #nextSequence(): Promise<number> {
    const sequences = (await this.#keptRuns()).map(({ record }) => record?.lastSequence ?? 0);
    return sequences.reduce((greatest, sequence) => Math.max(greatest, sequence), 0) + 1;
  }

  #pathOf(accountId: AccountId, id: string): string {
    return runFilePath(this.#options.folder, accountId, id);
  }

  async #remove(path: string): Promise<void> {
    this.#read.delete(path);
    await inStorage(async () => await rm(path, { force: true }));
  }

  async #files(): Promise<readonly RunFile[]> {
    return await inStorage(async () => await runFilesIn(this.#options.folder));
  }

  async #keptRuns(): Promise<readonly KeptRun[]> {
    const runs: KeptRun[] = [];
    for (const file of await this.#files()) {
      const own = this.#own.get(file.path);
      const record = own?.isOpen === true ? own.record : await this.#readAsItIs(file);
      runs.push({ file, record });
    }
    return runs;
  }

  /** Reads only what was added since it was read last. */
  async #readAsItIs(file: RunFile): Promise<RunRecord | undefined> {
    const { path } = file;
    const known = this.#read.get(path);
    if (known !== undefined && isSameState(known.file, file)) {
      return known.record;
    }
    const reader = known?.reader ?? new RunFileReader(path);
    const record = await inStorage(async () => await reader.read());
    this.#read.set(path, { reader, file, record });
    return record;
  }

  async #isAlive(owner: ProcessIdentity, path: string): Promise<boolean> {
    const state = await processState(owner);
    if (state !== 'unknown') {
      return state === 'running';
    }
    const file = await inStorage(async () => await runFileAt(path));
    return file !== undefined && this.#options.clock.now() - file.changedAt < toleratedSilence;
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

async function newOwner(): Promise<RunOwner> {
  return { token: randomUUID(), process: await thisProcess() };
}

async function inStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isSystemError(error) ? StorageError.ofFolder(error) : error;
  }
}

/** Throws old runs away, as far as the storage lets it. */
async function asFarAsPossible(log: Log, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StorageError)) {
      throw error;
    }
    log.warn(`Old runs of changes could not be thrown away: ${reasonOf(error)}`);
  }
}
