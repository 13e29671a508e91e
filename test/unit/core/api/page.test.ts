import assert from 'node:assert/strict';
import { pageSchema } from '../../../../src/core/api/page.ts';

describe('pageSchema', () => {
  it('reads a page', () => {
    const page = { records: [1, 2], total: 5, size: 2, current: 1, pages: 3 };
    assert.deepEqual(pageSchema.parse(page), page);
  });

  it('keeps the records where the counts are missing or unusable', () => {
    for (const count of [undefined, null, 'five', '', -1, '-1', 0.5]) {
      const page = pageSchema.parse({ records: [1], total: count, size: count, pages: count });
      assert.deepEqual(page.records, [1]);
      assert.equal(page.total, undefined);
    }
  });

  it('reads counts that are texts', () => {
    const page = { records: [1, 2], total: '5', size: '2', current: '1', pages: '3' };
    const counts = { total: 5, size: 2, current: 1, pages: 3 };
    assert.deepEqual(pageSchema.parse(page), { records: [1, 2], ...counts });
  });

  it('takes an empty list for a page', () => {
    assert.deepEqual(pageSchema.parse({ records: [], total: 0 }).records, []);
  });

  it('does not take data without records for a list that is empty', () => {
    for (const value of [{}, { total: 30 }, { records: null, total: 0 }]) {
      assert.ok(!pageSchema.safeParse(value).success);
    }
  });

  it('does not take anything else for a page', () => {
    for (const value of [null, [], 'x', { records: {} }]) {
      assert.ok(!pageSchema.safeParse(value).success);
    }
  });
});
