import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { AccountId } from '../../../account/account.ts';
import type { LabelId } from '../../../account/labelAddress.ts';
import type { Clock } from '../../../async/clock.ts';
import type { Disposable } from '../../../async/disposable.ts';
import { processState, thisProcess, type ProcessIdentity } from '../../../async/runningProcess.ts';
import { inSlices } from '../../../async/slices.ts';
import { reasonOf } from '../../../errors/reasonOf.ts';
import { StorageError } from '../../../errors/storageError.ts';
import { FolderWatch } from '../../../files/folderWatch.ts';
import { makePlainFolder, syncFolder } from '../../../files/plainFolder.ts';
import { openRegularFile } from '../../../files/regularFile.ts';
import { withStorageErrors } from '../../../files/withStorageErrors.ts';
import type { Log } from '../../../log/log.ts';
import type { ChangeSet } from '../plan/changeSet.ts';
import { JournaledRun, type RunEntry } from './journaledRun.ts';
import type { RunOwner } from './journalEntry.ts';
import { JournalExpiry } from './journalExpiry.ts';
import { type JournalLimits, type KeptGroup, type KeptRun, runsToForget } from './journalLimits.ts';
import { RecordedChain } from './recordedChain.ts';
import { chainsOf, type RunChain } from './runChain.ts';
import { RunChainSummary } from './runChainSummary.ts';
import { isSameState, type RunFileInfo, runFileAt, runFilePath, RunFileReader } from './runFile.ts';
import { RunRecord } from './runRecord.ts';
import { EndedRun, type RunSummary } from './runSummary.ts';
import { StoredRuns } from './storedRuns.ts';

interface ChangeJournalOptions {
  /** Folder shared by all windows of this installation. */
  readonly folder: string;
  readonly clock: Clock;
  /** Returns the limits; called whenever old runs are deleted. */
  readonly limits: () => JournalLimits;
  /** Returns whether a window that carries out a run still exists; by default, checks its process. */
  readonly isAlive?: (owner: RunOwner) => Promise<boolean>;
}

/** Content of a journal. */
interface JournalContent {
  /** The runs with their undos and redos, oldest first. */
  readonly chains: readonly RunChainSummary[];
  /** Paths of files without a readable run: damaged, written by a later version, or not accessible. */
  readonly unreadable: readonly string[];
}

/**
 * Place of a run. `here`, `elsewhere`: this or another window carries it out. `abandoned`: its window closed
 * before the run ended. `ended`: the run has ended.
 */
export type RunPlace = 'here' | 'elsewhere' | 'abandoned' | 'ended';

/** Number of changes written per slice. */
const atATime = 250;

/** Maximum time that a window takes to write the first line of a new file, in milliseconds. */
const timeToBegin = 10_000;

/** Time without writes after which an owner on another machine or container counts as gone, in milliseconds. */
const toleratedSilence = 600_000;

/**
 * Runs of all accounts, each in an append-only file of JSON lines that only this user can read. A line is
 * written before the action that it announces, so that another window can settle the pending changes of a
 * window that died.
 */
export class ChangeJournal {
  readonly #options: ChangeJournalOptions;
  /** Runs carried out by this window, by file. */
  readonly #own = new Map<string, JournaledRun>();
  /** Owner tokens of runs that this window is about to take over. */
  readonly #taking = new Set<string>();
  /** The chains as last read, by their first run. */
  #chains: ReadonlyMap<RunSummary, RunChainSummary> = new Map();
  readonly #stored: StoredRuns;
  readonly #expiry: JournalExpiry;
  /** Greatest sequence number that this window has used. */
  #greatestSequence = 0;

  constructor(options: ChangeJournalOptions) {
    this.#options = options;
    this.#stored = new StoredRuns(options.folder);
    this.#expiry = new JournalExpiry(options.folder, options.clock.now());
  }

  /** Greatest sequence number that this window has used; a number that is not greater is outdated. */
  get greatestSequence(): number {
    return this.#greatestSequence;
  }

  /**
   * Begins a run in this window and writes its `first` entries; if that fails, there is no run. `sequence`
   * comes from `nextSequence`. Throws `StorageError`.
   */
  async begin(
    { changes, ...set }: ChangeSet,
    sequence?: number,
    first: readonly RunEntry[] = [],
  ): Promise<JournaledRun> {
    const begunIn = sequence ?? (await this.nextSequence());
    this.#noteSequence(begunIn);
    const at = this.#options.clock.now();
    const id = randomUUID();
    const labels = new Set(changes.map((change) => change.id)).size;
    const { account, origin, redoes, title, undoes } = set;
    const what = { account, title, origin, undoes, redoes, labels };
    const header = { kind: 'run', version: 1, id, at, ...what } as const;
    return await withStorageErrors(async () => {
      await makePlainFolder(this.#options.folder);
      const path = this.#pathOf(account.id, id);
      const owner = await newOwner();
      const file = await open(path, 'ax+', 0o600);
      const line = `${JSON.stringify(header)}\n`;
      const bytes = Buffer.byteLength(line);
      const run = new JournaledRun(new RunRecord(header), {
        path,
        file,
        bytes,
        token: owner.token,
      });
      try {
        await file.appendFile(line);
        this.#own.set(path, run);
        await run.write({ kind: 'owner', owner, sequence: begunIn, at });
        for await (const slice of inSlices(changes, atATime)) {
          await run.write(...slice.map((change) => ({ kind: 'plan', change }) as const));
        }
        if (first.length > 0) {
          await run.write(...first);
        }
        await syncFolder(this.#options.folder);
        return run;
      } catch (error) {
        // Nothing was sent, so there is nothing to report or resume.
        this.#own.delete(path);
        await run.discard();
        await rm(path, { force: true });
        throw error;
      }
    });
  }

  /**
   * Reopens a run that has ended or whose window is gone. Returns undefined if a window carries it out, or it
   * is not stored. `sequence` comes from `nextSequence`. Throws `StorageError`.
   */
  async reopen(
    accountId: AccountId,
    id: string,
    sequence?: number,
  ): Promise<JournaledRun | undefined> {
    return await this.#take(accountId, id, () => true, sequence);
  }

  /**
   * Takes over a run that its window has left unfinished. Returns undefined if another window carries it out,
   * it has ended, or it is not stored: the caller's view may be outdated. Throws `StorageError`.
   */
  async takeOver(accountId: AccountId, id: string): Promise<JournaledRun | undefined> {
    return await this.#take(accountId, id, ({ owner }) => owner !== undefined);
  }

  /** Returns whether a window carries out the run. */
  async isUnderWay(run: RunSummary): Promise<boolean> {
    const place = await this.placeOf(run);
    return place === 'here' || place === 'elsewhere';
  }

  /** Returns the place of the run. */
  async placeOf({ header, owner }: RunSummary): Promise<RunPlace> {
    if (owner === undefined) {
      return 'ended';
    }
    const path = this.#pathOf(header.account.id, header.id);
    const own = this.#own.get(path);
    if (this.#taking.has(owner.token)) {
      return 'here';
    }
    if (own?.token === owner.token) {
      return own.isOpen ? 'here' : 'abandoned';
    }
    const { isAlive = async (window) => await this.#isAlive(window.process, path) } = this.#options;
    return (await isAlive(owner)) ? 'elsewhere' : 'abandoned';
  }

  /**
   * Returns the stored runs, oldest first, except those with an incomplete plan, whose window died at the
   * beginning. Throws `StorageError`.
   */
  async runs(): Promise<readonly RunSummary[]> {
    return plannedOf(await this.#keptRuns());
  }

  /** Returns the stored runs with their undos and redos, oldest first. Throws `StorageError`. */
  async chains(): Promise<readonly RunChainSummary[]> {
    return (await this.content()).chains;
  }

  /** Reads the content of the journal. Throws `StorageError`. */
  async content(): Promise<JournalContent> {
    const now = this.#options.clock.now();
    const kept = await this.#keptRuns();
    const chains: RunChainSummary[] = [];
    const unreadable = kept.flatMap(({ file, isUnderstood, run }) => {
      // Another window may have just created the file.
      const isBegun = file.size > 0 || Math.abs(now - file.changedAt) > timeToBegin;
      const isKnown = run !== undefined && (run.isPlanned || isUnderstood);
      return isKnown || !isBegun ? [] : [file.path];
    });
    for (const chain of chainsOf(plannedOf(kept))) {
      try {
        chains.push(await this.#summaryOf(chain));
      } catch (error) {
        if (!(error instanceof StorageError)) {
          throw error;
        }
        // The labels of the chain cannot be read now.
        const { account, id } = chain.root.header;
        unreadable.push(this.#pathOf(account.id, id));
      }
    }
    this.#chains = new Map(chains.map((chain) => [chain.root, chain]));
    return { chains, unreadable };
  }

  /** Returns the stored run `id`, with its labels; undefined if there is none. Throws `StorageError`. */
  async run(id: string): Promise<RunRecord | undefined> {
    const run = (await this.runs()).find(({ header }) => header.id === id);
    return run === undefined ? undefined : await this.#stored.recordOf(run);
  }

  /**
   * Returns the chain of the run `id`, with its labels; undefined if it is not stored. Throws `StorageError`.
   */
  async chain(id: string): Promise<RecordedChain | undefined> {
    const chain = chainsOf(await this.runs()).find(({ runs }) =>
      runs.some(({ header }) => header.id === id),
    );
    return chain === undefined ? undefined : await this.recorded(chain);
  }

  /** Returns a chain with its labels; undefined if a part of it is no longer stored. Throws `StorageError`. */
  async recorded(chain: RunChain): Promise<RecordedChain | undefined> {
    return await RecordedChain.of(chain, this.#stored);
  }

  /**
   * Yields `runs` with their labels, one run at a time. Omits runs that are no longer stored and, if `label`
   * is given, runs whose files do not contain it. Throws `StorageError`.
   */
  async *recordsOf(
    runs: Iterable<RunSummary>,
    label?: LabelId,
  ): AsyncGenerator<RunRecord, void, undefined> {
    for (const run of runs) {
      const isWanted = label === undefined || (await this.#stored.mayInclude(run, label));
      const record = isWanted ? await this.#stored.recordOf(run) : undefined;
      if (record !== undefined) {
        yield record;
      }
    }
  }

  /**
   * Calls `onDidChange` whenever any window writes to the journal, until the result is disposed. Throws
   * `StorageError`, and a system error if the system has run out of file watchers.
   */
  async watch(onDidChange: () => void): Promise<Disposable> {
    const { folder } = this.#options;
    await withStorageErrors(async () => await makePlainFolder(folder));
    return new FolderWatch(folder, onDidChange);
  }

  /**
   * Deletes runs with an incomplete plan, runs that are too old, and the oldest ones above the size limit,
   * each with its undos and redos. Logs deletions and failures; a run that cannot be deleted stays, as
   * nothing depends on its deletion.
   */
  async trim(log: Log): Promise<void> {
    await bestEffort(log, async () => {
      const { clock, limits } = this.#options;
      const now = clock.now();
      const { tooMany, tooOld, unplanned } = runsToForget(await this.#keptRuns(), limits(), now);
      await this.#deleteGroups('unplanned', unplanned, log);
      await this.#deleteGroups('too many', tooMany, log);
      const expired = await withStorageErrors(async () => await this.#expiry.confirm(tooOld, now));
      await this.#deleteGroups('expired', expired, log);
    });
  }

  /** Returns whether any runs are stored, of `account` if given, without reading them. Throws `StorageError`. */
  async has(account?: AccountId): Promise<boolean> {
    return (await this.#stored.files()).some(
      ({ accountId }) => account === undefined || accountId === account,
    );
  }

  /** Deletes all runs of `account`. Throws `StorageError`. */
  async forget(account: AccountId): Promise<void> {
    for (const { accountId, path } of await this.#stored.files()) {
      if (accountId === account) {
        await this.#stored.remove(path);
      }
    }
    for (const [path, own] of this.#own) {
      if (own.isLost && own.record.header.account.id === account) {
        this.#own.delete(path);
        await own.discard();
      }
    }
  }

  /**
   * Takes over a run that no window carries out, if `accepts` returns true for the current content of its
   * file; otherwise returns undefined.
   */
  async #take(
    accountId: AccountId,
    id: string,
    accepts: (record: RunRecord) => boolean,
    ahead?: number,
  ): Promise<JournaledRun | undefined> {
    return await withStorageErrors(async () => {
      const sequence = ahead ?? (await this.nextSequence());
      this.#noteSequence(sequence);
      const path = this.#pathOf(accountId, id);
      await this.#own.get(path)?.restoreFile();
      const reader = new RunFileReader(path);
      const canTakeOver = async (run: RunRecord | undefined): Promise<boolean> =>
        run?.isPlanned === true && accepts(run) && !(await this.isUnderWay(run));
      const file = (await canTakeOver(await reader.read()))
        ? await openRegularFile(path, 'append')
        : undefined;
      if (file === undefined) {
        return undefined;
      }
      const owner = await newOwner();
      let run: JournaledRun | undefined;
      this.#taking.add(owner.token);
      try {
        // A killed window may have left an incomplete last line: end it, then read again, as only its line
        // break may have been missing.
        await file.appendFile('\n');
        const before = await reader.read();
        if (!(await canTakeOver(before))) {
          return undefined;
        }
        const from = before?.owner?.token;
        const at = this.#options.clock.now();
        const entry = { kind: 'owner', from, owner, sequence, at } as const;
        await file.appendFile(`${JSON.stringify(entry)}\n`);
        const record = await reader.read();
        if (record?.owner?.token === owner.token) {
          const { bytes } = reader;
          run = new JournaledRun(record, { path, file, bytes, token: owner.token });
          this.#own.set(path, run);
        }
        return run;
      } finally {
        this.#taking.delete(owner.token);
        if (run === undefined) {
          await file.close();
        }
      }
    });
  }

  async #deleteGroups(why: string, groups: readonly KeptGroup[], log: Log): Promise<void> {
    for (const runs of groups) {
      await bestEffort(log, async () => {
        if (await this.#deleteRuns(runs)) {
          log.info(`Runs of changes were deleted (${why}): ${runs.length}.`);
        }
      });
    }
  }

  /** Deletes a run with its undos and redos, unless one of them is in use. Returns whether they were deleted. */
  async #deleteRuns(runs: readonly KeptRun[]): Promise<boolean> {
    if (await this.#isInUse(runs)) {
      return false;
    }
    // Delete the run before its undos: without them, undo would be offered for it again.
    for (const { file } of runs) {
      await this.#stored.remove(file.path);
    }
    return true;
  }

  /** Returns whether one of `runs` is in progress, or its file has changed since it was read. */
  async #isInUse(runs: readonly KeptRun[]): Promise<boolean> {
    for (const { file, run } of runs) {
      const now = await withStorageErrors(async () => await runFileAt(file.path));
      const isOther = now !== undefined && !isSameState(file, now);
      if (isOther || (run !== undefined && (await this.isUnderWay(run)))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns a sequence number greater than that of every stored run. Reads all files. Call this right before
   * the run begins, as another window may begin one meanwhile. Throws `StorageError`.
   */
  async nextSequence(): Promise<number> {
    const sequences = (await this.#keptRuns()).map(({ sequence }) => sequence);
    return sequences.reduce((one, other) => Math.max(one, other), this.#greatestSequence) + 1;
  }

  #noteSequence(sequence: number): void {
    this.#greatestSequence = Math.max(this.#greatestSequence, sequence);
  }

  #pathOf(accountId: AccountId, id: string): string {
    return runFilePath(this.#options.folder, accountId, id);
  }

  /** Returns all runs. Runs of this window are in their current state, even if their files were deleted. */
  async #keptRuns(): Promise<readonly KeptRun[]> {
    const runs: KeptRun[] = [];
    for (const file of await this.#stored.files()) {
      const own = this.#own.get(file.path);
      if (own?.isOpen === true) {
        runs.push(keptAs(own, file));
        continue;
      }
      const stored = await this.#stored.read(file);
      if (own?.isLost === true && stored.run === undefined) {
        continue;
      }
      const hasEnded = stored.run !== undefined && stored.run.owner === undefined;
      // This window may have taken the run over again meanwhile.
      if (own !== undefined && hasEnded && this.#own.get(file.path) === own) {
        this.#own.delete(file.path);
        await own.discard();
      }
      runs.push(stored);
    }
    const changedAt = this.#options.clock.now();
    for (const [path, own] of this.#own) {
      if (own.isLost && !own.isOpen && runs.every(({ file }) => file.path !== path)) {
        const accountId = own.record.header.account.id;
        runs.push(keptAs(own, { path, accountId, isRegular: true, size: 0, changedAt }));
      }
    }
    return runs;
  }

  async #summaryOf(chain: RunChain): Promise<RunChainSummary> {
    const known = this.#chains.get(chain.root);
    const isSame =
      known?.runs.length === chain.runs.length &&
      chain.runs.every((run, index) => run instanceof EndedRun && run === known.runs[index]);
    return isSame ? known : await RunChainSummary.of(chain, this.#stored, this);
  }

  async #isAlive(owner: ProcessIdentity, path: string): Promise<boolean> {
    if (isDeepStrictEqual(owner, await thisProcess())) {
      return false; // This window does not carry out the run: beginning it or taking it over failed.
    }
    const state = await processState(owner);
    if (state !== 'unknown') {
      return state === 'running';
    }
    const file = await withStorageErrors(async () => await runFileAt(path));
    return file !== undefined && this.#options.clock.now() - file.changedAt < toleratedSilence;
  }
}

/** Returns the current state of a run of this window. */
function keptAs({ record: run }: JournaledRun, file: RunFileInfo): KeptRun {
  return { file, run, sequence: run.lastSequence, isUnderstood: true };
}

/** Runs whose plan is complete, in the order in which they were begun. */
function plannedOf(kept: readonly KeptRun[]): readonly RunSummary[] {
  const runs = kept.flatMap(({ run }) => (run?.isPlanned === true ? run : []));
  return runs.sort((one, other) => one.sequence - other.sequence);
}

async function newOwner(): Promise<RunOwner> {
  return { token: randomUUID(), process: await thisProcess() };
}

/** Runs `work`, which deletes old runs; logs a `StorageError` instead of throwing it. */
async function bestEffort(log: Log, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StorageError)) {
      throw error;
    }
    log.warn(`Old runs of changes could not be thrown away: ${reasonOf(error)}`);
  }
}
