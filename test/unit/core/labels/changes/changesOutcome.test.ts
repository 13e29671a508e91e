import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { LabelUpdate } from '../../../../../src/core/labels/changes/bulkUpdate.ts';
import {
  afterSendingAgain,
  emptyOutcome,
  type ChangesOutcome,
} from '../../../../../src/core/labels/changes/changesOutcome.ts';
import { labelOf } from '../arbitraryLabels.ts';

const fates = ['done', 'failed', 'notSent', 'leftAlone'] as const;
type Fate = (typeof fates)[number];

function updateOf(id: string): LabelUpdate {
  return { label: labelOf({ id }), changes: { labelStatus: 1 } };
}

/** What comes of `updates` where each meets the fate that stands in its place. */
function outcomeOf(
  updates: readonly LabelUpdate[],
  fateOf: (index: number) => Fate,
  error: string,
): ChangesOutcome {
  const having = (fate: Fate): LabelUpdate[] =>
    updates.filter((_, index) => fateOf(index) === fate);
  return {
    done: having('done').map(({ label, changes }) => ({ label, changes, updated: label })),
    failed: having('failed').map(({ label, changes }) => ({ label, changes, error })),
    notSent: having('notSent'),
    leftAlone: having('leftAlone').map(({ label }) => ({ label, reason: error })),
  };
}

function idsOf(outcome: ChangesOutcome, fate: Fate): string[] {
  return outcome[fate].map(({ label }) => label.id);
}

describe('afterSendingAgain', () => {
  it('counts each change of the run once, however often what is sent again', () => {
    const fate = fc.constantFrom(...fates);
    const again = fc.tuple(fc.constantFrom('failed' as const, 'notSent' as const), fc.array(fate));
    fc.assert(
      fc.property(fc.array(fate, { maxLength: 30 }), fc.array(again), (first, sentAgain) => {
        const updates = first.map((_, index) => updateOf(String(index)));
        let outcome = outcomeOf(updates, (index) => first[index] ?? 'done', 'first');
        for (const [what, next] of sentAgain) {
          const other = what === 'failed' ? 'notSent' : 'failed';
          const before = outcome;
          const result = outcomeOf(before[what], (index) => next[index] ?? 'done', 'again');
          outcome = afterSendingAgain(before, what, result);
          const ids = fates.flatMap((each) => idsOf(outcome, each));
          assert.deepEqual(ids.toSorted(), updates.map(({ label }) => label.id).toSorted());
          assert.deepEqual(
            idsOf(outcome, 'done').slice(0, before.done.length),
            idsOf(before, 'done'),
          );
          // The others were not touched, whatever came of these.
          const others = new Set(idsOf(outcome, other));
          assert.ok(idsOf(before, other).every((id) => others.has(id)));
        }
      }),
    );
  });

  it('keeps a change failed, with its reason, whose retry was cancelled', () => {
    const [one, two, three] = [updateOf('1'), updateOf('2'), updateOf('3')];
    const before = {
      ...emptyOutcome,
      failed: [
        { ...one, error: 'first' },
        { ...two, error: 'first' },
      ],
      notSent: [three],
    };
    const result = { ...emptyOutcome, failed: [{ ...two, error: 'again' }], notSent: [one] };
    const after = afterSendingAgain(before, 'failed', result);
    assert.deepEqual(after.failed, [
      { ...one, error: 'first' },
      { ...two, error: 'again' },
    ]);
    assert.deepEqual(after.notSent, [three]);
  });

  it('replaces why a label was left alone', () => {
    const { label } = updateOf('1');
    const failed = [{ ...updateOf('1'), error: 'first' }];
    const before = { ...emptyOutcome, failed, leftAlone: [{ label, reason: 'old' }] };
    const result = { ...emptyOutcome, leftAlone: [{ label, reason: 'new' }] };
    assert.deepEqual(afterSendingAgain(before, 'failed', result), result);
  });
});
