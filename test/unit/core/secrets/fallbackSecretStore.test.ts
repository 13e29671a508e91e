import assert from 'node:assert/strict';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { FallbackSecretStore } from '../../../../src/core/secrets/fallbackSecretStore.ts';
import { InMemorySecretStore } from '../../../support/inMemorySecretStore.ts';

describe('FallbackSecretStore', () => {
  let below: InMemorySecretStore;
  let store: FallbackSecretStore;

  beforeEach(() => {
    below = new InMemorySecretStore();
    store = new FallbackSecretStore(below);
  });

  it('holds nothing itself that is kept below', async () => {
    await store.store('a', '1');
    below.values.set('a', '2');
    assert.equal(await store.get('a'), '2');
    assert.deepEqual(await store.keys(), ['a']);
    await store.delete('a');
    assert.equal(below.values.size, 0);
  });

  for (const fault of ['store', 'forget', 'get'] as const) {
    it(`holds the newest value while what is below fails (${fault})`, async () => {
      await store.store('a', '1');
      below.faults.add(fault);
      await store.store('a', '2');
      assert.equal(await store.get('a'), '2');
      assert.deepEqual(await store.keys(), ['a']);
      await store.delete('a');
      below.faults.clear();
      assert.equal(await store.get('a'), undefined);
    });
  }

  it('deletes what it holds, whether or not that can be deleted below', async () => {
    below.faults.add('store').add('delete');
    await store.store('a', '1');
    await store.delete('a');
    assert.equal(await store.get('a'), undefined);
    await assert.rejects(store.delete('a'), StorageError);
  });

  it('says so where what is below cannot be read', async () => {
    below.faults.add('get').add('keys');
    await assert.rejects(store.get('a'), StorageError);
    await assert.rejects(store.keys(), StorageError);
  });
});
