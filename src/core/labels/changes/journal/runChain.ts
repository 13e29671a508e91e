import type { UndoRedoDirection } from '../../undoRedoDirection.ts';
import type { ChangeSet } from '../plan/changeSet.ts';
import type { RunHeader } from './journalEntry.ts';
import type { ResendAction } from './labelOutcome.ts';
import type { RunSummary } from './runSummary.ts';

/** An undo or a redo of a run. */
interface UndoRedoRun<Run extends RunSummary> {
  readonly run: Run;
  readonly direction: UndoRedoDirection;
}

/** Opposite of each direction. */
export const opposite = { undo: 'redo', redo: 'undo' } as const satisfies Record<
  UndoRedoDirection,
  UndoRedoDirection
>;

/** A run with its undos and redos, in chronological order. */
export class RunChain<Run extends RunSummary = RunSummary> {
  readonly root: Run;
  readonly reversals: readonly UndoRedoRun<Run>[];

  constructor(root: Run, reversals: readonly UndoRedoRun<Run>[] = []) {
    this.root = root;
    this.reversals = reversals;
  }

  /** Run of the chain that was begun last. */
  get latest(): Run {
    return this.reversals.at(-1)?.run ?? this.root;
  }

  /** The run and its undos and redos. */
  get runs(): readonly Run[] {
    return [this.root, ...this.reversals.map(({ run }) => run)];
  }

  /** Direction of the last undo or redo; undefined if there is none. */
  get direction(): UndoRedoDirection | undefined {
    return this.reversals.at(-1)?.direction;
  }

  /** Runs whose outcomes count now: an undone run sends nothing more. */
  get effectiveRuns(): readonly Run[] {
    return this.direction === 'undo' ? [this.latest] : [this.latest, this.root];
  }

  /** The run that has labels left for `action`, if any. */
  runFor(action: ResendAction): Run | undefined {
    return this.effectiveRuns.find((run) => run.isOpen(action));
  }

  /** Sequence number of the last beginning or resumption that sent changes of the run or of a redo. */
  get doneSequence(): number {
    return Math.max(this.root.lastSentSequence, this.#lastReversalIn('redo'));
  }

  /** Sequence number of the last beginning or resumption of an undo that sent changes; 0 if there is none. */
  get undoneSequence(): number {
    return this.#lastReversalIn('undo');
  }

  /** Returns the properties of a change set that make it an undo or redo of the run. */
  setOf(direction: UndoRedoDirection): Pick<ChangeSet, 'origin' | 'title' | 'undoes' | 'redoes'> {
    const { header, title } = this.root;
    const { id } = header;
    return { origin: direction, title, [direction === 'undo' ? 'undoes' : 'redoes']: id };
  }

  /**
   * Returns whether nothing remains for `direction`: the last undo or redo had this direction and completed
   * for all labels, or, for a redo, nothing has been undone.
   */
  isFullyReversed(direction: UndoRedoDirection): boolean {
    const last = this.reversals.findLast(({ run }) => run.sentCount > 0);
    if (last === undefined) {
      return direction === 'redo';
    }
    const since = direction === 'undo' ? this.doneSequence : this.undoneSequence;
    return (
      last.direction === direction &&
      !last.run.isUnfinished &&
      last.run.sequence > since &&
      last.run.labelCount >= this.root.sentCount
    );
  }

  #lastReversalIn(direction: UndoRedoDirection): number {
    const sent = this.reversals.filter(
      (reversal) => reversal.direction === direction && reversal.run.sentCount > 0,
    );
    return Math.max(0, ...sent.map(({ run }) => run.lastSentSequence));
  }
}

/** Groups runs with their undos and redos, in chronological order. */
export function chainsOf<Run extends RunSummary>(runs: readonly Run[]): readonly RunChain<Run>[] {
  const places = placesIn(runs.map(({ header }) => header));
  const chains = new Map<string, { readonly root: Run; readonly reversals: UndoRedoRun<Run>[] }>();
  for (const run of runs) {
    const { direction, root } = places.get(run.header.id) ?? { root: run.header.id };
    if (direction === undefined) {
      chains.set(root, { root: run, reversals: [] });
    } else {
      chains.get(root)?.reversals.push({ run, direction });
    }
  }
  return Array.from(chains.values(), ({ root, reversals }) => new RunChain(root, reversals));
}

/** Position of a run in a chain: the id of the run that it undoes or redoes, or its own. */
interface RunPlaceInChain {
  readonly root: string;
  /** Undefined for a run that is neither an undo nor a redo, or whose original run is not stored. */
  readonly direction?: UndoRedoDirection;
}

/**
 * Returns the positions of runs, given in chronological order, by their ids. In journals of earlier versions, a
 * redo is the undo of an undo.
 */
export function placesIn(headers: readonly RunHeader[]): ReadonlyMap<string, RunPlaceInChain> {
  const places = new Map<string, RunPlaceInChain>();
  for (const { id, redoes, undoes } of headers) {
    const reversed = places.get(redoes ?? undoes ?? '');
    if (reversed === undefined) {
      places.set(id, { root: id });
    } else {
      const before = reversed.direction === undefined ? 'undo' : opposite[reversed.direction];
      places.set(id, { root: reversed.root, direction: redoes === undefined ? before : 'redo' });
    }
  }
  return places;
}
