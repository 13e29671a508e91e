import assert from 'node:assert/strict';
import { planStatus } from '../../../../../src/core/labels/changes/statusPlan.ts';
import { labelOf } from '../arbitraryLabels.ts';

describe('planStatus', () => {
  it('goes by the labels as they are now, and not by those that were chosen', () => {
    const chosen = [
      labelOf({ id: 'changed since', labelStatus: 9 }),
      labelOf({ id: 'has it since', labelStatus: 1 }),
      labelOf({ id: 'gone', labelStatus: 1 }),
      labelOf({ id: 'same', labelStatus: 2 }),
    ];
    const changed = labelOf({ id: 'changed since', labelName: 'New', labelStatus: 5 });
    const same = labelOf({ id: 'same', labelStatus: 2 });
    const current = [changed, labelOf({ id: 'has it since', labelStatus: 9 }), same];
    assert.deepEqual(planStatus(chosen, 9, new Map(current.map((label) => [label.id, label]))), {
      updates: [
        { label: changed, changes: { labelStatus: 9 } },
        { label: same, changes: { labelStatus: 9 } },
      ],
      unchanged: 1,
      missing: 1,
    });
  });
});
