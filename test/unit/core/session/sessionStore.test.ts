import assert from 'node:assert/strict';
import { accountOf, type AccountId } from '../../../../src/core/account/account.ts';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { secretKeys } from '../../../../src/core/secrets/secretStore.ts';
import { SessionStore } from '../../../../src/core/session/sessionStore.ts';
import { accountOfSession } from '../../../../src/core/session/storedSession.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { InMemorySecretStore } from '../../../support/inMemorySecretStore.ts';
import { storedSession } from '../../../support/storedSession.ts';

const keyPrefix = secretKeys.session;

describe('SessionStore', () => {
  const session = storedSession();
  const { id } = accountOfSession(session);
  let secrets: InMemorySecretStore;
  let store: SessionStore;
  let failures: StorageError[];
  let setAside: AccountId[];

  const open = (): SessionStore => new SessionStore(secrets, new CollectingLog());

  beforeEach(() => {
    secrets = new InMemorySecretStore();
    store = open();
    failures = [];
    setAside = [];
    store.onDidFailToStore((error) => failures.push(error));
    store.onDidSetAside((account) => setAside.push(account));
  });

  afterEach(() => {
    store.dispose();
  });

  it('keeps each session under its own key', async () => {
    const other = storedSession({ tenantId: 'other' });
    await store.write(session);
    await store.write(other);
    assert.equal(secrets.values.size, 2);
    assert.deepEqual(await open().read(id), session);
    assert.deepEqual(await open().list(), [session, other]);
    await store.delete(id);
    assert.deepEqual(await store.list(), [other]);
    assert.equal(await store.read(id), undefined);
  });

  it('leaves keys alone that are none of its own', async () => {
    secrets.values.set('session.nonsense', '{').set('other', '{');
    assert.deepEqual(await store.list(), []);
    assert.equal(secrets.values.size, 2);
    assert.deepEqual(setAside, []);
  });

  it('reports changes in every window', async () => {
    const other = open();
    const heard: AccountId[] = [];
    other.onDidChange((account) => heard.push(account));
    await store.write(session);
    await store.delete(id);
    secrets.values.set('other', 'x');
    assert.deepEqual(heard, [id, id]);
  });

  for (const fault of ['store', 'forget'] as const) {
    it(`holds in memory what the keyring does not keep (${fault}), and says so`, async () => {
      secrets.faults.add(fault);
      await store.write(session);
      assert.deepEqual(await store.read(id), session);
      assert.deepEqual(await store.list(), [session]);
      assert.equal(failures.length, 1);
      assert.equal(failures[0]?.operation, 'write');
      assert.equal(await open().read(id), undefined);
    });

    it(`holds a newer session against the older one in the keyring (${fault})`, async () => {
      await store.write(session);
      secrets.faults.add(fault);
      const newer = storedSession({ generation: 2 });
      await store.write(newer);
      assert.deepEqual(await store.read(id), newer);
      secrets.faults.clear();
      const newest = storedSession({ generation: 3 });
      await store.write(newest);
      assert.deepEqual(await open().read(id), newest);
    });
  }

  it('goes on with what it holds while the keyring answers nothing at all', async () => {
    for (const fault of ['get', 'store', 'keys', 'delete'] as const) {
      secrets.faults.add(fault);
    }
    await store.write(session);
    assert.deepEqual(await store.read(id), session);
    assert.deepEqual(await store.list(), [session]);
    assert.equal(failures.length, 1);
  });

  it('takes what another window has stored for newer than what it holds', async () => {
    secrets.faults.add('store');
    await store.write(session);
    secrets.faults.clear();
    const newer = storedSession({ generation: 2 });
    await open().write(newer);
    assert.deepEqual(await store.read(id), newer);
  });

  it('says so if the keyring cannot be read', async () => {
    secrets.faults.add('get').add('keys').add('delete');
    await assert.rejects(store.read(id), StorageError);
    await assert.rejects(store.list(), StorageError);
    await assert.rejects(store.delete(id), StorageError);
  });

  for (const text of ['{', '', '{"version":2}', JSON.stringify(storedSession({ tenantId: 'x' }))]) {
    it(`sets ${text.slice(0, 14) || 'nothing'} aside, and reports it once`, async () => {
      secrets.values.set(keyPrefix + id, text);
      const reads = [store.read(id), store.list(), store.read(id)];
      assert.deepEqual(await Promise.all(reads), [undefined, [], undefined]);
      assert.equal(await store.read(id), undefined);
      assert.deepEqual(setAside, [id]);
      assert.deepEqual([...secrets.values.values()], [text]);
      await store.write(session);
      assert.deepEqual(await store.read(id), session);
      assert.ok([...secrets.values.values()].includes(text));
    });
  }

  it('sets two unreadable records of one account aside, each for itself', async () => {
    for (const text of ['{', '[']) {
      secrets.values.set(keyPrefix + id, text);
      assert.equal(await store.read(id), undefined);
    }
    assert.deepEqual([...secrets.values.values()], ['{', '[']);
  });

  it('leaves what a later version has stored where it is', async () => {
    secrets.values.set(keyPrefix + id, '{"version":4}');
    assert.equal(await store.read(id), undefined);
    assert.deepEqual(await store.list(), []);
    assert.deepEqual([...secrets.values.keys()], [keyPrefix + id]);
    assert.deepEqual(setAside, []);
  });

  it('reads the other sessions if one can be neither read nor set aside', async () => {
    const other = accountOf(session.baseUrl, 'other', 'user');
    await store.write(session);
    secrets.values.set(keyPrefix + other.id, '{');
    secrets.faults.add('store');
    assert.deepEqual(await store.list(), [session]);
    assert.equal(secrets.values.get(keyPrefix + other.id), '{');
  });
});
