import assert from 'node:assert/strict';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { TimedSecretStore } from '../../../../src/core/secrets/timedSecretStore.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { InMemorySecretStore } from '../../../support/inMemorySecretStore.ts';

function isSilent(error: unknown): boolean {
  return error instanceof StorageError && error.operation === 'silent';
}

describe('TimedSecretStore', () => {
  let below: InMemorySecretStore;
  let clock: FakeClock;
  let store: TimedSecretStore;
  let changes: string[];

  beforeEach(async () => {
    below = new InMemorySecretStore();
    await below.store('a', '1');
    clock = new FakeClock();
    store = new TimedSecretStore(below, clock);
    changes = [];
    store.onDidChange(({ key }) => changes.push(key));
  });

  afterEach(() => store.dispose());

  it('hands on what is answered, and what fails', async () => {
    await store.store('b', '2');
    assert.deepEqual(await store.keys(), ['a', 'b']);
    assert.equal(await store.get('b'), '2');
    await store.delete('b');
    assert.deepEqual(changes, ['b', 'b']);
    below.faults.add('get');
    await assert.rejects(store.get('a'), /does not get/);
    assert.equal(clock.waiting, 0);
  });

  for (const [name, call] of Object.entries({
    keys: async () => await store.keys(),
    get: async () => await store.get('a'),
    store: async () => await store.store('a', '2'),
    delete: async () => await store.delete('a'),
  })) {
    it(`waits ten seconds for an answer (${name}), which may still come`, async () => {
      const answer = below.silence();
      const failed = assert.rejects(call(), isSilent);
      clock.advance(9999);
      assert.equal(clock.waiting, 1);
      clock.advance(1);
      await failed;
      assert.deepEqual(changes, []);
      answer();
      await new Promise(setImmediate);
      assert.equal(changes[0], 'a');
      assert.equal(clock.waiting, 0);
    });
  }

  for (const [answers, faults] of [
    ['an answer', []],
    ['a failure', ['get']],
  ] as const) {
    it(`waits no longer than a moment until an earlier call has ${answers}`, async () => {
      const answer = below.silence();
      const first = assert.rejects(store.get('a'), isSilent);
      clock.advance(10_000);
      await first;
      const second = assert.rejects(store.get('a'), isSilent);
      clock.advance(500);
      await second;
      faults.forEach((fault) => below.faults.add(fault));
      answer();
      await new Promise(setImmediate);
      below.faults.clear();
      const resumed = below.silence();
      const third = store.get('a');
      clock.advance(9999);
      resumed();
      assert.equal(await third, '1');
    });
  }
});
