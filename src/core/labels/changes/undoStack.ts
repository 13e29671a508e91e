import type { AccountId } from '../../account/account.ts';
import type { DoneUpdate } from './bulkUpdate.ts';
import type { ChangesOutcome } from './changesOutcome.ts';
import { canUndo } from './labelUndo.ts';

/** Changes of one account that are sent, in one go or several. */
export interface UndoableRun {
  /** Tells it from all others. */
  readonly key: number;
  readonly accountId: AccountId;
}

/** An undo that is under way. */
export interface StartedUndo {
  /** Key of the run that is undone. */
  readonly undoneKey: number;
  /** The undo, which is a run too: the same one where it goes on with what an earlier one began. */
  readonly run: UndoableRun;
  /** What there is to undo. */
  readonly done: readonly DoneUpdate[];
}

interface Entry {
  readonly run: UndoableRun;
  /** Key of the run that this one undoes. */
  readonly undoneKey: number | undefined;
  /** With the old values. */
  done: readonly DoneUpdate[];
  isBeingUndone: boolean;
}

/** How many runs are kept, and how many labels in all of them: each costs memory of the window. */
const maximumRuns = 20;
const maximumLabels = 100_000;

/**
 * The runs that can be undone, each with its old values. What an undo has brought back leaves the run's
 * entry and becomes part of the undo's own, which stands just below it. So the next undo goes on where
 * one has stopped, one that was complete is itself undone next, and newer runs are undone before it.
 */
export class UndoStack {
  #entries: readonly Entry[] = [];
  #count = 0;

  /** Whether there is a run to undo; not while the last one is being undone. */
  get canUndo(): boolean {
    return this.#entries.at(-1)?.isBeingUndone === false;
  }

  /** A run that has not sent anything yet. */
  newRun(accountId: AccountId): UndoableRun {
    this.#count++;
    return { key: this.#count, accountId };
  }

  /**
   * Starts to undo the run `key`, by default the last one. Undefined where it is not kept, or is being
   * undone already. `end` must follow.
   */
  begin(key?: number): StartedUndo | undefined {
    const entry = key === undefined ? this.#entries.at(-1) : this.#find(key);
    if (entry === undefined || entry.isBeingUndone) {
      return undefined;
    }
    entry.isBeingUndone = true;
    const { done, run } = entry;
    return { undoneKey: run.key, run: this.#counterpart(entry), done };
  }

  /** What is left of the run can be undone again. */
  end({ undoneKey }: StartedUndo): void {
    const entry = this.#find(undoneKey);
    if (entry !== undefined) {
      entry.isBeingUndone = false;
    }
  }

  /**
   * Keeps what a run has sent, in addition to what it had sent before. `undoneKey`: the run that it
   * undoes, which keeps only what failed, was not sent or was not tried.
   */
  record(run: UndoableRun, outcome: ChangesOutcome, undoneKey?: number): void {
    this.#add(run, outcome.done, undoneKey);
    const undone = undoneKey === undefined ? undefined : this.#find(undoneKey);
    if (undone !== undefined) {
      const settled = settledIds(outcome);
      undone.done = undone.done.filter(({ label }) => !settled.has(label.id));
    }
    this.#entries = withinBounds(this.#entries.filter(({ done }) => canUndo(done)));
  }

  #find(key: number): Entry | undefined {
    return this.#entries.find(({ run }) => run.key === key);
  }

  /** The run that takes up what is undone of `entry`: one that it undoes itself, or that undoes it. */
  #counterpart({ run, undoneKey }: Entry): UndoableRun {
    const other = this.#entries.find(
      (entry) => entry.run.key === undoneKey || entry.undoneKey === run.key,
    );
    return other?.run ?? this.newRun(run.accountId);
  }

  #add(run: UndoableRun, done: readonly DoneUpdate[], undoneKey: number | undefined): void {
    const entry = this.#find(run.key);
    if (entry !== undefined) {
      entry.done = [...entry.done, ...done];
      return;
    }
    const added: Entry = { run, undoneKey, done, isBeingUndone: false };
    const place = this.#entries.findIndex((other) => other.run.key === undoneKey);
    this.#entries = this.#entries.toSpliced(place === -1 ? this.#entries.length : place, 0, added);
  }
}

/** The labels that an undo has dealt with, so that trying them again would change nothing. */
function settledIds({ done, failed, leftAlone, notSent }: ChangesOutcome): ReadonlySet<string> {
  const settled = new Set<string>([...done, ...leftAlone].map(({ label }) => label.id));
  for (const { label } of [...failed, ...notSent]) {
    settled.delete(label.id);
  }
  return settled;
}

/** The last ones of `entries`: one always, and more as far as they are within the bounds. */
function withinBounds(entries: readonly Entry[]): readonly Entry[] {
  let labels = 0;
  const first = entries.findLastIndex((entry, index) => {
    labels += entry.done.length;
    const runs = entries.length - index;
    return runs > 1 && (runs > maximumRuns || labels > maximumLabels);
  });
  return entries.slice(first + 1);
}
