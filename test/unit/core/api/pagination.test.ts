import assert from 'node:assert/strict';
import { pageSchema } from '../../../../src/core/api/pagination.ts';

describe('pageSchema', () => {
  it('reads a page', () => {
    const page = { records: [1, 2], total: 5, size: 2, current: 1, pages: 3 };
    assert.deepEqual(pageSchema.parse(page), page);
  });

  it('keeps the records where the counts are missing or unusable', () => {
    for (const count of [undefined, null, '5', -1, 0.5]) {
      const page = pageSchema.parse({ records: [1], total: count, size: count, pages: count });
      assert.deepEqual(page.records, [1]);
      assert.equal(page.total, undefined);
    }
  });

  it('takes records that are null or missing for none', () => {
    assert.deepEqual(pageSchema.parse({ records: null, total: 0 }).records, []);
    assert.deepEqual(pageSchema.parse({}).records, []);
  });

  it('does not take anything else for a page', () => {
    for (const value of [null, [], 'x', { records: {} }]) {
      assert.ok(!pageSchema.safeParse(value).success);
    }
  });
});
