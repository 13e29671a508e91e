import assert from 'node:assert/strict';
import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../../../../src/core/api/label.ts';
import {
  planChanges,
  planInSlices,
} from '../../../../../../src/core/labels/changes/plan/changeSet.ts';
import { labelOf } from '../../arbitraryLabels.ts';

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
