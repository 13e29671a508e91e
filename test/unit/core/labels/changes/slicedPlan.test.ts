import assert from 'node:assert/strict';
import type { LabelId } from '../../../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../../../src/core/api/label.ts';
import { planChanges, type ChangePlan } from '../../../../../src/core/labels/changes/changeSet.ts';
import { changedSince, planInSlices } from '../../../../../src/core/labels/changes/slicedPlan.ts';
import { labelOf } from '../arbitraryLabels.ts';

describe('planInSlices', () => {
  it('plans what planChanges does, and lets others have their turn', async () => {
    const all = Array.from({ length: 5000 }, (_, index) =>
      labelOf({ id: String(index), labelStatus: index % 3 }),
    );
    const found = new Map<LabelId, Label>();
    const gone = new Set<LabelId>();
    for (const [index, label] of all.entries()) {
      if (index % 7 > 1) {
        found.set(label.id, label);
      } else if (index % 7 === 1) {
        gone.add(label.id);
      }
    }
    const wanted = {
      labels: new Map(all.map(({ id }) => [id, []])),
      wantedFor: () => ({ labelStatus: 2 }),
    };
    let turns = 0;
    const turn = setImmediate(() => turns++);
    const {
      changes,
      gone: missing,
      labels,
      unchanged,
      unknown,
    } = await planInSlices(wanted, {
      found,
      gone,
    });
    clearImmediate(turn);
    assert.deepEqual(
      { changes, gone: missing, labels, unchanged, unknown },
      planChanges(wanted, { found, gone }),
    );
    assert.equal(turns, 1);
  });
});

/** What sets the status of 5000 labels whose ids begin with `from`: of one of them another one. */
async function planned(from: number, ofOne: number): Promise<ChangePlan> {
  const all = Array.from({ length: 5000 }, (_, index) => labelOf({ id: String(from + index) }));
  const wanted = {
    labels: new Map(all.map(({ id }) => [id, []])),
    wantedFor: ({ id }: Label) => ({ labelStatus: id === '4000' ? ofOne : 1 }),
  };
  const found = new Map(all.map((label) => [label.id, label]));
  return await planInSlices(wanted, { found, gone: new Set() });
}

describe('changedSince', () => {
  it('finds what changes otherwise, what is new and what is not there any more', async () => {
    const different = await changedSince(await planned(0, 1), await planned(2, 2));
    assert.deepEqual(
      different.map(({ id, fields }) => [id, fields.map(({ wanted }) => wanted)]),
      [
        ['4000', [2]],
        ['5000', [1]],
        ['5001', [1]],
        ['0', [1]],
        ['1', [1]],
      ],
    );
    assert.deepEqual(await changedSince(await planned(0, 1), await planned(0, 1)), []);
  });
});
