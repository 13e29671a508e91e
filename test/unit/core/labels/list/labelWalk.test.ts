import assert from 'node:assert/strict';
import { readLabel, type LabelOrUnreadable } from '../../../../../src/core/api/label.ts';
import { FilterError } from '../../../../../src/core/errors/filterError.ts';
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

  it('ends where the labels no longer fit into memory, however few they are', async () => {
    const note = 'x'.repeat(150_000);
    const deep: unknown = JSON.parse('['.repeat(60) + ']'.repeat(60));
    const walk = new LabelWalk(
      {
        page: async ({ current, size }) => {
          const ids = Array.from({ length: size }, (_, index) => String(current * size + index));
          // Whose size is not known.
          const records = ids.map((id) =>
            readLabel({ id, note, deep: id.endsWith('7') ? deep : null }),
          );
          return await Promise.resolve({ records, total: 10_000, size, current, pages: 50 });
        },
      },
      {},
      200,
    );
    await assert.rejects(async () => {
      for await (const _ of walk.loadUpTo(Number.POSITIVE_INFINITY)) {
        // Until it ends.
      }
    }, FilterError);
    assert.ok(walk.count > 3000 && walk.count < 3600, String(walk.count));
    await assert.rejects(walk.loadNext(), FilterError);
  });
});
