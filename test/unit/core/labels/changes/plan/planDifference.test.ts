import assert from 'node:assert/strict';
import type { Label } from '../../../../../../src/core/api/label.ts';
import {
  type ChangePlan,
  planInSlices,
} from '../../../../../../src/core/labels/changes/plan/changeSet.ts';
import { comparePlans } from '../../../../../../src/core/labels/changes/plan/planDifference.ts';
import { labelOf } from '../../arbitraryLabels.ts';

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

describe('comparePlans', () => {
  it('finds what changes otherwise, what is new and what the later plan drops', async () => {
    const { changed, dropped } = await comparePlans(await planned(0, 1), await planned(2, 2));
    assert.deepEqual(
      changed.map(({ id, fields }) => [id, fields.map(({ wanted }) => wanted)]),
      [
        ['4000', [2]],
        ['5000', [1]],
        ['5001', [1]],
      ],
    );
    assert.deepEqual(
      dropped.map(({ id }) => id),
      ['0', '1'],
    );
    assert.deepEqual(await comparePlans(await planned(0, 1), await planned(0, 1)), {
      changed: [],
      dropped: [],
    });
  });
});
