import assert from 'node:assert/strict';
import { changesTo, neededChanges } from '../../../../../src/core/labels/changes/labelChanges.ts';
import { labelOf } from '../arbitraryLabels.ts';

describe('changesTo', () => {
  it('takes what is wanted and there', () => {
    const values = labelOf({ id: '1', labelCode: 'A', labelStatus: 0 });
    assert.deepEqual(
      changesTo(values, () => true),
      { labelCode: 'A', labelStatus: 0 },
    );
    assert.deepEqual(
      changesTo(values, (field) => field === 'labelStatus'),
      { labelStatus: 0 },
    );
    assert.equal(
      changesTo(values, (field) => field === 'labelName'),
      undefined,
    );
  });
});

describe('neededChanges', () => {
  it('leaves out what the label holds already', () => {
    const label = labelOf({ id: '1', labelName: 'A', labelStatus: 1 });
    assert.deepEqual(neededChanges(label, { labelName: 'A', labelStatus: 2 }), { labelStatus: 2 });
    assert.equal(neededChanges(label, { labelName: 'A', labelStatus: 1 }), undefined);
  });
});
