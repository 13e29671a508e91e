import assert from 'node:assert/strict';
import type { LabelOrUnreadable } from '../../../../../src/core/api/label.ts';
import { LabelWalk } from '../../../../../src/core/labels/list/labelWalk.ts';
import { labelOf } from '../arbitraryLabels.ts';

describe('LabelWalk', () => {
  it('takes a page with more records than a call has room for arguments', async () => {
    const template = labelOf({ id: '1' });
    const records = Array.from({ length: 200_000 }, (_, index): LabelOrUnreadable => {
      return index === 0
        ? { kind: 'label', label: template }
        : { kind: 'unreadable', unreadable: { record: { id: `u${index}` }, reason: '' } };
    });
    const { length: total } = records;
    const page = { records, total, size: total, current: 1, pages: 1 };
    const walk = new LabelWalk({ page: async () => await Promise.resolve(page) }, {}, 200);
    assert.equal((await walk.loadNext()).length, total);
  });
});
