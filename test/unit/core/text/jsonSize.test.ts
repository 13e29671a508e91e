import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { excessOf } from '../../../../src/core/text/jsonSize.ts';

describe('excessOf', () => {
  it('counts texts, names and values', () => {
    const value = { ab: ['cde', 1, null], f: { g: true } };
    // Six values: the whole, the array, its three, the object, and what is in it.
    const size = 7 + 'abcdefg'.length;
    assert.equal(excessOf(value, { depth: 2, size }), undefined);
    assert.equal(excessOf(value, { depth: 2, size: size - 1 }), 'size');
    assert.equal(excessOf(value, { depth: 1, size }), 'depth');
    assert.equal(excessOf('', { depth: 0, size: 1 }), undefined);
  });

  it('takes what is as large as its JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const size = JSON.stringify(value).length + 1;
        assert.equal(excessOf(value, { depth: 100, size: 2 * size }), undefined);
      }),
    );
  });

  it('looks at no more of a value than it may have', () => {
    const started = process.threadCpuUsage();
    const limits = { depth: 50, size: 1000 };
    const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [index, 1]));
    for (const value of [
      'x'.repeat(1e7),
      Array(1e6).fill(1),
      [Array.from({ length: 1e6 }, () => [])],
      fields,
    ]) {
      assert.equal(excessOf(value, limits), 'size');
    }
    assert.ok(process.threadCpuUsage(started).user < 1_000_000);
  });
});
