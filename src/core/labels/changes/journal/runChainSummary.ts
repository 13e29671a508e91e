import type { UndoRedoDirection } from '../../undoRedoDirection.ts';
import { RecordedChain, type RecordedRuns } from './recordedChain.ts';
import { RunChain } from './runChain.ts';
import type { RunSummary } from './runSummary.ts';

/** Availability of undo and redo for the labels of a chain. */
type CanUndoRedo = Readonly<Record<UndoRedoDirection, boolean>>;

/** Check for runs that a window is carrying out. */
interface RunsUnderWay {
  readonly isUnderWay: (run: RunSummary) => Promise<boolean>;
}

/** A run with its undos and redos, and whether any of its labels can be undone or redone, without the labels. */
export class RunChainSummary extends RunChain {
  readonly isUnderWay: boolean;
  readonly can: CanUndoRedo;

  private constructor({ root, reversals }: RunChain, isUnderWay: boolean, can: CanUndoRedo) {
    super(root, reversals);
    this.isUnderWay = isUnderWay;
    this.can = can;
  }

  /** Summarizes `chain`; reads its labels only if it includes undos. Throws `StorageError`. */
  static async of(
    chain: RunChain,
    runs: RecordedRuns,
    journal: RunsUnderWay,
  ): Promise<RunChainSummary> {
    const areUnderWay = await Promise.all(
      chain.runs.map(async (run) => await journal.isUnderWay(run)),
    );
    if (areUnderWay.includes(true)) {
      // It cannot be undone or redone before it ends; this is computed again then.
      const isReversed = chain.reversals.some(({ run }) => run.sentCount > 0);
      return new RunChainSummary(chain, true, { undo: chain.root.sentCount > 0, redo: isReversed });
    }
    return new RunChainSummary(chain, false, await canUndoRedo(chain, runs));
  }
}

async function canUndoRedo(chain: RunChain, runs: RecordedRuns): Promise<CanUndoRedo> {
  if (chain.reversals.length === 0) {
    return { undo: chain.root.sentCount > 0, redo: false };
  }
  const recorded = await RecordedChain.of(chain, runs);
  return {
    undo: recorded?.canUndoRedo('undo') === true,
    redo: recorded?.canUndoRedo('redo') === true,
  };
}

/** Returns the default chain for undo: the last bulk change sent or redone that is not undone. */
export function lastToUndo(chains: readonly RunChainSummary[]): RunChainSummary | undefined {
  const lastFirst = chains
    .filter(isBulkChange)
    .sort((one, other) => other.doneSequence - one.doneSequence);
  return lastFirst.find(({ can }) => can.undo);
}

/** Returns the default chain for redo: the last bulk change undone, unless a new one was sent since then. */
export function lastToRedo(chains: readonly RunChainSummary[]): RunChainSummary | undefined {
  const bulkChanges = chains.filter(isBulkChange);
  const roots = bulkChanges.map(({ root }) => root).filter(({ sentCount }) => sentCount > 0);
  const lastNew = Math.max(0, ...roots.map(({ lastSentSequence }) => lastSentSequence));
  const lastFirst = bulkChanges.toSorted((one, other) => other.undoneSequence - one.undoneSequence);
  return lastFirst.find(({ can, undoneSequence }) => undoneSequence > lastNew && can.redo);
}

/** Returns whether a chain is a bulk change: edits of single labels are undone in their editor. */
function isBulkChange({ root }: RunChain): boolean {
  return root.header.origin !== 'edit';
}
