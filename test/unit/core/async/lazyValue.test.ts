import assert from 'node:assert/strict';
import { LazyValue } from '../../../../src/core/async/lazyValue.ts';

describe('LazyValue', () => {
  it('loads on first use, once for all who ask', async () => {
    let loads = 0;
    const value = new LazyValue(async () => await Promise.resolve(++loads));
    assert.equal(loads, 0);
    assert.equal(value.loaded, undefined);
    assert.deepEqual(await Promise.all([value.get(), value.get()]), [1, 1]);
    assert.equal(await value.get(), 1);
    assert.equal(value.loaded, 1);
  });

  it('tries again after a failure, which all callers get that waited for it', async () => {
    let loads = 0;
    const value = new LazyValue(async () => {
      loads++;
      await Promise.resolve();
      if (loads === 1) {
        throw new RangeError('first');
      }
      return loads;
    });
    const [first, joined] = await Promise.allSettled([value.get(), value.get()]);
    assert.equal(first.status, 'rejected');
    assert.equal(joined.status, 'rejected');
    assert.equal(await value.get(), 2);
    assert.equal(await value.get(), 2);
  });
});
