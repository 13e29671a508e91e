import assert from 'node:assert/strict';
import { labelFilterSummary } from '../../../../../src/core/labels/list/labelCriteria.ts';
import {
  isEmptyFilter,
  queryOf,
  readLabelFilter,
  withStatusCriterion,
  withTextCriterion,
} from '../../../../../src/core/labels/list/labelFilter.ts';

describe('a label filter', () => {
  it('is read from what was stored', () => {
    const stored = { q: ' a ', labelCode: 'C', labelName: 'n', labelStatus: 0 };
    assert.deepEqual(readLabelFilter(stored), { ...stored, q: 'a' });
  });

  it('is empty if what was stored is none', () => {
    for (const stored of [
      undefined,
      null,
      'q',
      [],
      { q: 1 },
      { q: '' },
      { labelStatus: 1.5 },
      { x: 1 },
    ]) {
      assert.ok(isEmptyFilter(readLabelFilter(stored)), JSON.stringify(stored));
    }
  });

  it('changes one criterion at a time', () => {
    const filter = withStatusCriterion(withTextCriterion({ q: 'a' }, 'labelName', ' b '), 0);
    assert.deepEqual(filter, { q: 'a', labelName: 'b', labelStatus: 0 });
    assert.deepEqual(withTextCriterion(filter, 'q', '  '), { labelName: 'b', labelStatus: 0 });
    assert.deepEqual(withStatusCriterion(filter, undefined), { q: 'a', labelName: 'b' });
  });

  it('is empty only without any criterion', () => {
    assert.ok(isEmptyFilter({}));
    assert.ok(!isEmptyFilter({ labelStatus: 0 }));
  });

  it('of repeated values is not empty, and not stored', () => {
    const filter = { q: 'a', repeated: 'labelCode' } as const;
    assert.ok(!isEmptyFilter(filter));
    assert.deepEqual(queryOf(filter), { q: 'a' });
    assert.deepEqual(readLabelFilter(filter), {});
    assert.equal(
      labelFilterSummary(filter, new Map(), 'en'),
      'codes that occur more than once, text “a”',
    );
  });

  it('is summed up in one line, with the names of statuses', () => {
    const filter = { q: 'x\ny', labelCode: 'C', labelName: 'n', labelStatus: 1 };
    assert.equal(
      labelFilterSummary(filter, new Map([[1, 'Active']]), 'en'),
      'text “x y”, code “C”, name “n”, status Active',
    );
    assert.equal(labelFilterSummary({ labelStatus: 2 }, new Map(), 'en'), 'status 2');
    assert.equal(labelFilterSummary({}, new Map(), 'en'), '');
  });
});
