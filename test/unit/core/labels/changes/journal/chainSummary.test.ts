import assert from 'node:assert/strict';
import { thisProcess } from '../../../../../../src/core/async/runningProcess.ts';
import { ChainSummary } from '../../../../../../src/core/labels/changes/journal/chainSummary.ts';
import type { LabelOutcome } from '../../../../../../src/core/labels/changes/journal/labelOutcome.ts';
import { RecordedChain } from '../../../../../../src/core/labels/changes/journal/recordedChain.ts';
import type { RunRecord } from '../../../../../../src/core/labels/changes/journal/runRecord.ts';
import type { RunSummary } from '../../../../../../src/core/labels/changes/journal/runSummary.ts';
import { emptyRun } from './emptyRun.ts';
import { account, changes, label } from './journalOfOneLabel.ts';

const { id } = label;

/** A run that has sent its one label from a status to another, whatever has come of it. */
async function sentRun(
  sequence: number,
  [before, after]: readonly [number, number],
  outcome: LabelOutcome,
): Promise<RunRecord> {
  const run = emptyRun(account, { id: String(sequence), origin: 'setStatus' });
  const owner = { token: 'token', process: await thisProcess() };
  run.apply({ kind: 'owner', owner, sequence, at: 0 });
  for (const change of changes) {
    const fields = [{ field: 'labelStatus', before, wanted: after }] as const;
    run.apply({ kind: 'plan', change: { ...change, fields } });
  }
  run.apply({ kind: 'intent', id, sent: [{ field: 'labelStatus', before, after }], at: 0 });
  run.apply({ kind: 'outcome', id, outcome, at: 0 });
  run.apply({ kind: 'end', token: 'token', at: 0 });
  return run;
}

describe('ChainSummary', () => {
  it('does not take a label for undone that was sent once, and then changed by somebody else', async () => {
    const conflict = { field: 'labelStatus', before: 2, wanted: 1, current: 3 } as const;
    const root = await sentRun(1, [1, 2], { kind: 'done' });
    const undo = await sentRun(2, [2, 1], { kind: 'conflict', conflicts: [conflict] });
    const chain = new RecordedChain(root, [{ run: undo, direction: 'undo' }]);
    const runs = {
      recordOf: async (run: RunSummary) =>
        await Promise.resolve(chain.runs.find((each) => each === run)),
      isUnderWay: async () => await Promise.resolve(false),
    };
    const summary = await ChainSummary.of(chain, runs, runs);
    assert.deepEqual(summary.can, { undo: false, redo: false });
  });
});
