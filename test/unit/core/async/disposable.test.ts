import assert from 'node:assert/strict';
import { DisposableStore } from '../../../../src/core/async/disposable.ts';

describe('DisposableStore', () => {
  it('disposes once, last added first, and later additions at once', () => {
    const disposed: number[] = [];
    const item = (number: number) => ({ dispose: () => void disposed.push(number) });
    const store = new DisposableStore();
    store.add(item(1));
    store.add(item(2));
    store.dispose();
    store.dispose();
    store.add(item(3));
    assert.deepEqual(disposed, [2, 1, 3]);
  });
});
