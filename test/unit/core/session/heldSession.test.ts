import assert from 'node:assert/strict';
import type { StorageError } from '../../../../src/core/errors/storageError.ts';
import type { SessionStore } from '../../../../src/core/session/sessionStore.ts';
import { accountOfSession } from '../../../../src/core/session/storedSession.ts';
import { FaultySecretStore } from '../../../support/faultySecretStore.ts';
import { secretKeyOf, SessionStoreFixture } from '../../../support/sessionStoreFixture.ts';
import { storedSession } from '../../../support/storedSession.ts';

describe('sessions that the keyring does not keep', () => {
  const session = storedSession();
  const { id } = accountOfSession(session);
  const key = secretKeyOf(session);
  let fixture: SessionStoreFixture;
  let store: SessionStore;
  let failures: StorageError[];

  beforeEach(() => {
    fixture = new SessionStoreFixture();
    store = fixture.open();
    failures = [];
    store.onDidFailToStore((error) => failures.push(error));
  });

  afterEach(() => fixture.dispose());

  for (const fault of ['store', 'forget'] as const) {
    it(`holds in memory what the keyring does not keep (${fault}), and says so`, async () => {
      fixture.secrets.faults.add(fault);
      await store.write(session);
      assert.deepEqual(await store.read(id), session);
      assert.deepEqual(await store.list(), [session]);
      assert.equal(failures.length, 1);
      assert.equal(failures[0]?.operation, 'write');
      assert.equal(await fixture.open().read(id), undefined);
    });

    it(`holds a newer session against the older one in the keyring (${fault})`, async () => {
      await store.write(session);
      fixture.secrets.faults.add(fault);
      const newer = storedSession({ generation: 2 });
      await store.write(newer);
      assert.deepEqual(await store.read(id), newer);
      fixture.secrets.faults.clear();
      const newest = storedSession({ generation: 3 });
      await store.write(newest);
      assert.deepEqual(await fixture.open().read(id), newest);
    });
  }

  it('goes on with what it holds while the keyring answers nothing at all', async () => {
    for (const fault of ['get', 'store', 'keys', 'delete'] as const) {
      fixture.secrets.faults.add(fault);
    }
    await store.write(session);
    assert.deepEqual(await store.read(id), session);
    assert.deepEqual(await store.list(), [session]);
    assert.equal(failures.length, 1);
  });

  it('stores one while another waits for its lock', async () => {
    const other = storedSession({ tenantId: 'other' });
    fixture.secrets.faults.add('store');
    await store.write(session);
    await store.write(other);
    fixture.secrets.faults.clear();
    const stuck = Promise.withResolvers<void>();
    fixture.exclusively = async (of, work) => {
      await (of === id ? stuck.promise : undefined);
      await work();
    };
    await fixture.pass(1000);
    assert.deepEqual([...fixture.secrets.values.keys()], [secretKeyOf(other)]);
    stuck.resolve();
    await fixture.pass(0);
    assert.equal(fixture.secrets.values.size, 2);
  });

  it('takes what another window has stored for newer than what it holds', async () => {
    fixture.secrets.faults.add('store');
    await store.write(session);
    fixture.secrets.faults.clear();
    const newer = storedSession({ generation: 2 });
    await fixture.open().write(newer);
    assert.deepEqual(await store.read(id), newer);
  });

  for (const fault of ['store', 'forget'] as const) {
    it(`stores what the keyring did not keep as soon as it does (${fault})`, async () => {
      fixture.secrets.faults.add(fault);
      await store.write(session);
      await fixture.pass(1000);
      await fixture.pass(2000);
      assert.equal(await fixture.open().read(id), undefined);
      fixture.secrets.faults.clear();
      await fixture.pass(4000);
      assert.deepEqual(await fixture.open().read(id), session);
      assert.equal(fixture.clock.waiting, 0);
      assert.equal(failures.length, 1);
    });

    it(`stores it at the next use (${fault})`, async () => {
      fixture.secrets.faults.add(fault);
      await store.write(session);
      fixture.secrets.faults.clear();
      assert.deepEqual(await store.active(id), session);
      await fixture.pass(0);
      assert.deepEqual(await fixture.open().read(id), session);
    });
  }

  it('does not store what somebody has signed out of, or has stored anew, meanwhile', async () => {
    for (const meanwhile of ['signOut', 'newer', 'later release'] as const) {
      fixture.secrets.faults.add('store');
      await store.write(session);
      fixture.secrets.faults.clear();
      const newer = storedSession({ generation: 2 });
      const text = meanwhile === 'newer' ? JSON.stringify(newer) : '{"version":4}';
      if (meanwhile === 'signOut') {
        fixture.mark(session);
      } else {
        fixture.secrets.values.set(key, text);
      }
      await fixture.pass(1000);
      assert.deepEqual([...fixture.secrets.values.values()], meanwhile === 'signOut' ? [] : [text]);
      fixture.mark(session, 'unmarked');
      fixture.secrets.values.clear();
      store.dispose();
      store = fixture.open();
    }
  });

  it('waits where it is not known whether somebody has signed out of what it holds', async () => {
    fixture.secrets.faults.add('store');
    await store.write(session);
    fixture.secrets.faults.clear();
    fixture.mark(session, 'unknown');
    await fixture.pass(1000);
    assert.deepEqual([...fixture.secrets.values], []);
    fixture.mark(session, 'unmarked');
    await fixture.pass(2000);
    assert.deepEqual(await fixture.open().read(id), session);
  });

  it('gives up a sign-in that was replaced once the later one is there, and never stores over that', async () => {
    fixture.secrets.faults.add('store');
    await store.write(session);
    fixture.secrets.faults.clear();
    fixture.mark(session, 'replaced');
    await fixture.pass(1000);
    assert.equal(fixture.secrets.values.size, 0);
    const later = storedSession({ lineage: 'f'.repeat(16), issuedAt: session.issuedAt + 1 });
    await fixture.open().write(later);
    await fixture.pass(2000);
    assert.equal(fixture.clock.waiting, 0);
    assert.deepEqual(await store.read(id), later);
  });

  it('does not bring back what somebody signs out of while it is stored', async () => {
    fixture.secrets.faults.add('store');
    await store.write(session);
    fixture.secrets.faults.clear();
    const storeSecret = fixture.secrets.store.bind(fixture.secrets);
    fixture.secrets.store = async (name, value) => {
      fixture.mark(session);
      await storeSecret(name, value);
    };
    await fixture.pass(1000);
    assert.deepEqual([...fixture.secrets.values], []);
    assert.deepEqual(await store.list(), []);
  });

  it('stores at once what the keyring did not keep at the first attempt, without a word', async () => {
    const keyring = new FaultySecretStore(fixture.secrets);
    store = fixture.open(keyring);
    store.onDidFailToStore((error) => failures.push(error));
    for (const fault of ['throws', 'does nothing'] as const) {
      keyring.failAt(1, fault);
      await store.write(session);
      assert.deepEqual(await fixture.open().read(id), session);
      fixture.secrets.values.clear();
    }
    assert.deepEqual(failures, []);
    assert.equal(fixture.clock.waiting, 0);
  });

  it('stores what it holds under the lock, and not over a later sign-in', async () => {
    fixture.secrets.faults.add('store');
    await store.write(session);
    fixture.secrets.faults.clear();
    const later = storedSession({ lineage: 'f'.repeat(16), issuedAt: session.issuedAt + 1 });
    fixture.exclusively = async (_, work) => {
      // The user has signed in elsewhere while this window waited for the lock.
      await fixture.open().write(later);
      await work();
    };
    await fixture.pass(1000);
    assert.deepEqual(await fixture.open().read(id), later);
    assert.deepEqual(await store.read(id), later);
  });

  it('keeps a new sign-in that it holds against a renewal of the one that it replaces', async () => {
    await store.write(session);
    fixture.secrets.faults.add('store');
    const later = storedSession({ lineage: 'f'.repeat(16), issuedAt: session.issuedAt + 1 });
    await store.write(later);
    const renewed = storedSession({ generation: 2, issuedAt: session.issuedAt + 2 });
    fixture.secrets.values.set(key, JSON.stringify(renewed));
    assert.deepEqual(await store.read(id), later);
    fixture.secrets.faults.clear();
    await fixture.pass(1000);
    assert.deepEqual(await fixture.open().read(id), later);
  });

  it('leaves no timer behind', async () => {
    fixture.secrets.faults.add('store');
    store.dispose();
    await store.write(session);
    assert.equal(fixture.clock.waiting, 0);
  });
});
