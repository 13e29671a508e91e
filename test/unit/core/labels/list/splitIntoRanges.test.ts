import assert from 'node:assert/strict';
import { splitIntoRanges } from '../../../../../src/core/labels/list/splitIntoRanges.ts';

describe('splitIntoRanges', () => {
  it('leaves labels in one list while that is rendered in no time', () => {
    assert.deepEqual(splitIntoRanges(0), []);
    assert.deepEqual(splitIntoRanges(5000), []);
  });

  it('covers every label once, and no more than there are', () => {
    for (const count of [5001, 6000, 6001, 100_000]) {
      const ranges = splitIntoRanges(count);
      assert.equal(ranges[0]?.start, 0);
      assert.equal(ranges.at(-1)?.end, count);
      ranges.forEach(({ start, end }, index) => {
        assert.ok(end > start && end - start <= 1000, `${start}–${end}`);
        assert.equal(ranges[index + 1]?.start ?? end, end);
      });
    }
    assert.equal(splitIntoRanges(100_000).length, 100);
  });
});
