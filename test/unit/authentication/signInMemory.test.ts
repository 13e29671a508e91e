import assert from 'node:assert/strict';
import { SignInMemory } from '../../../src/authentication/signInMemory.ts';
import { KeyValueStore } from '../../support/keyValueStore.ts';

describe('SignInMemory', () => {
  it('knows the sign-in that a window waited for when it was loaded anew', async () => {
    const store = new KeyValueStore();
    const window = new SignInMemory(store);
    assert.equal(window.interrupted, undefined);
    await window.add('first');
    await window.add('second');
    await window.remove('first');
    assert.equal(new SignInMemory(store).interrupted, 'second');
    await window.remove('second');
    assert.equal(new SignInMemory(store).interrupted, undefined);
  });

  it('takes nothing that it has not noted', async () => {
    const store = new KeyValueStore();
    await new SignInMemory(store).add('first');
    for (const [key] of store.values) {
      store.values.set(key, { not: 'an id' });
    }
    assert.equal(new SignInMemory(store).interrupted, undefined);
  });
});
