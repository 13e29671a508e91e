import assert from 'node:assert/strict';
import type { AccountId } from '../../../../src/core/account/account.ts';
import { SessionExpiredError } from '../../../../src/core/errors/sessionExpiredError.ts';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { TimedSecretStore } from '../../../../src/core/secrets/timedSecretStore.ts';
import type { SessionStore } from '../../../../src/core/session/sessionStore.ts';
import {
  accountOfSession,
  lineageOf,
  type StoredSession,
} from '../../../../src/core/session/storedSession.ts';
import { secretKeyOf, SessionStoreFixture } from '../../../support/sessionStoreFixture.ts';
import { storedSession } from '../../../support/storedSession.ts';
import { until } from '../../../support/until.ts';

function operationsOf(errors: readonly StorageError[]): readonly string[] {
  return errors.map(({ operation }) => operation);
}

function isMissing(error: unknown): boolean {
  return error instanceof StorageError && error.operation === 'missing';
}

describe('SessionStore', () => {
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
    store.onDidFailToRead((error) => failures.push(error));
  });

  afterEach(() => fixture.dispose());

  it('keeps each session under its own key', async () => {
    const other = storedSession({ tenantId: 'other' });
    await store.write(session);
    await store.write(other);
    assert.equal(fixture.secrets.values.size, 2);
    assert.deepEqual(await fixture.open().read(id), session);
    assert.deepEqual(await fixture.open().list(), [session, other]);
    fixture.mark(session);
    await store.delete(id);
    assert.deepEqual(await store.list(), [other]);
    assert.equal(store.known(id), undefined);
    assert.equal(await store.read(id), undefined);
  });

  it('leaves keys alone that are none of its own', async () => {
    fixture.secrets.values.set('session.nonsense', '{').set('other', '{');
    assert.deepEqual(await store.list(), []);
    assert.equal(fixture.secrets.values.size, 2);
    assert.deepEqual(failures, []);
  });

  it('reports changes in every window', async () => {
    const other = fixture.open();
    const heard: AccountId[] = [];
    other.onDidChange((account) => heard.push(account));
    await store.write(session);
    fixture.mark(session);
    await store.delete(id);
    fixture.secrets.values.set('other', 'x');
    assert.deepEqual(heard, [id, id]);
  });

  it('says so if the keyring cannot be read', async () => {
    fixture.secrets.faults.add('get').add('keys').add('delete');
    await assert.rejects(store.read(id), StorageError);
    await assert.rejects(store.list(), StorageError);
    await assert.rejects(store.delete(id), StorageError);
  });

  for (const [text, operation] of [
    ['{', 'unreadable'],
    ['', 'unreadable'],
    ['{"version":2}', 'unreadable'],
    [JSON.stringify(storedSession({ tenantId: 'x' })), 'unreadable'],
    ['{"version":4}', 'newer'],
  ] as const) {
    const isOfText = (error: unknown): boolean =>
      error instanceof StorageError && error.operation === operation;

    it(`leaves ${text.slice(0, 14) || 'nothing'} where it is, and reports it once: ${operation}`, async () => {
      fixture.secrets.values.set(key, text);
      assert.deepEqual(await store.list(), []);
      await assert.rejects(store.read(id), isOfText);
      await assert.rejects(store.active(id), isOfText);
      assert.deepEqual(await store.list(), []);
      assert.deepEqual([...fixture.secrets.values], [[key, text]]);
      assert.deepEqual(operationsOf(failures), [operation]);
      await store.write(session);
      assert.deepEqual(await fixture.open().list(), [session]);
    });

    it(`keeps what it has read before ${text.slice(0, 14) || 'nothing'} was there: ${operation}`, async () => {
      const other = storedSession({ tenantId: 'other' });
      await store.write(session);
      await store.write(other);
      fixture.secrets.values.set(key, text);
      assert.deepEqual(await store.list(), [session, other]);
      await assert.rejects(store.active(id), isOfText);
      assert.deepEqual(store.known(id), session);
      fixture.secrets.values.set(key, JSON.stringify(session));
      assert.deepEqual(await store.active(id), session);
      fixture.secrets.values.set(key, text);
      await store.list();
      assert.deepEqual(operationsOf(failures), [operation, operation]);
    });
  }

  it('keeps a session that is missing, looks for it, and says so if it does not come back', async () => {
    await store.write(session);
    const changes: AccountId[] = [];
    store.onDidChange((account) => changes.push(account));
    fixture.secrets.values.clear();
    assert.deepEqual(await store.list(), [session]);
    assert.deepEqual(failures, []);
    await fixture.pass(1000);
    await store.list();
    await fixture.pass(2000);
    assert.deepEqual(operationsOf(failures), ['missing']);
    const active = store.active(id);
    await until(() => fixture.clock.waiting === 2);
    fixture.clock.advance(250);
    await assert.rejects(active, isMissing);
    assert.deepEqual(changes, []);
    fixture.secrets.values.set(key, JSON.stringify(session));
    await fixture.pass(4000);
    assert.deepEqual(changes, [id]);
    assert.deepEqual(await store.active(id), session);
    assert.equal(fixture.clock.waiting, 0);
  });

  it('finds one at the second look, without a word', async () => {
    await store.write(session);
    const [stored] = fixture.secrets.values.values();
    fixture.secrets.values.clear();
    const active = store.active(id);
    await until(() => fixture.clock.waiting === 1);
    fixture.secrets.values.set(key, stored ?? '');
    fixture.clock.advance(250);
    assert.deepEqual(await active, session);
    assert.deepEqual(failures, []);
  });

  it('looks for less than two minutes, then when it is asked', async () => {
    await store.write(session);
    fixture.secrets.values.clear();
    await store.list();
    for (const delay of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]) {
      assert.equal(fixture.clock.waiting, 1);
      await fixture.pass(delay - 1);
      assert.equal(fixture.clock.waiting, 1);
      await fixture.pass(1);
    }
    assert.equal(fixture.clock.waiting, 0);
    assert.deepEqual(await store.list(), [session]);
    assert.equal(fixture.clock.waiting, 0);
    fixture.secrets.values.set(key, JSON.stringify(session));
    assert.deepEqual(await store.active(id), session);
  });

  it('forgets one that somebody has signed out of', async () => {
    await store.write(session);
    const changes: AccountId[] = [];
    store.onDidChange((account) => changes.push(account));
    fixture.secrets.values.clear();
    await store.list();
    fixture.mark(session);
    await fixture.pass(1000);
    assert.deepEqual(changes, [id]);
    assert.deepEqual(await store.list(), []);
    assert.equal(store.known(id), undefined);
    await assert.rejects(store.active(id), SessionExpiredError);
    assert.deepEqual(failures, []);
    await fixture.pass(1000);
    assert.equal(fixture.clock.waiting, 0);
  });

  it('looks for one that is noted in the folder and that the keyring does not list', async () => {
    fixture.lineages.push(lineageOf(session));
    assert.deepEqual(await store.list(), []);
    const active = store.active(id);
    await until(() => fixture.clock.waiting === 2);
    fixture.clock.advance(250);
    await assert.rejects(active, isMissing);
    const changes: AccountId[] = [];
    store.onDidChange((account) => changes.push(account));
    await fixture.pass(750);
    assert.deepEqual(changes, []);
    fixture.secrets.values.set(key, JSON.stringify(session));
    await fixture.pass(2000);
    assert.deepEqual(changes, [id]);
    assert.deepEqual(await store.list(), [session]);
    // Another browser of the same workspace may have signed in, whose keyring this is not.
    assert.deepEqual(failures, []);
  });

  it('removes what a sign-out that was cut short has left in the folder', async () => {
    fixture.lineages.push(lineageOf(session));
    fixture.mark(session);
    assert.deepEqual(await store.list(), []);
    await assert.rejects(store.active(id), SessionExpiredError);
    await fixture.pass(1000);
    assert.deepEqual(fixture.withoutFiles, [lineageOf(session)]);
    assert.equal(fixture.clock.waiting, 0);
  });

  it('tries for less than two minutes to remove what is left, then when it is asked', async () => {
    fixture.lineages.push(lineageOf(session));
    fixture.mark(session);
    const free = fixture.exclusively;
    fixture.exclusively = async () => await Promise.reject(new StorageError('write'));
    await store.list();
    for (let delay = 1000; fixture.clock.waiting > 0; delay *= 2) {
      assert.ok(delay < 120_000);
      await fixture.pass(delay);
    }
    assert.deepEqual(fixture.withoutFiles, []);
    fixture.exclusively = free;
    await store.list();
    await fixture.pass(1000);
    assert.deepEqual(fixture.withoutFiles, [lineageOf(session)]);
  });

  it('also removes what is found to be left while it tries for the last time', async () => {
    const other = storedSession({ tenantId: 'other' });
    fixture.lineages.push(lineageOf(session));
    fixture.mark(session);
    const free = fixture.exclusively;
    fixture.exclusively = async () => await Promise.reject(new StorageError('write'));
    await store.list();
    for (let delay = 1000; delay < 60_000; delay *= 2) {
      await fixture.pass(delay);
    }
    const lastTry = Promise.withResolvers<void>();
    fixture.exclusively = async () => await lastTry.promise;
    await fixture.pass(60_000);
    fixture.lineages.push(lineageOf(other));
    fixture.mark(other);
    await store.list();
    fixture.exclusively = free;
    lastTry.reject(new StorageError('write'));
    await fixture.pass(0);
    await fixture.pass(1000);
    assert.deepEqual(fixture.withoutFiles, [lineageOf(other)]);
    assert.deepEqual(fixture.lineages, [lineageOf(session)]);
  });

  it('reads a session that the keyring has, but does not list', async () => {
    await store.write(session);
    fixture.lineages.push(lineageOf(session));
    const blind = fixture.open();
    fixture.secrets.keys = async () => await Promise.resolve([]);
    assert.deepEqual(await blind.list(), [session]);
  });

  it('takes a stored session that somebody has signed out of for none, and deletes it', async () => {
    await store.write(session);
    fixture.mark(session);
    assert.equal(await store.read(id), undefined);
    await assert.rejects(store.active(id), SessionExpiredError);
    assert.deepEqual(await fixture.open().list(), []);
    fixture.secrets.faults.add('delete');
    await fixture.pass(1000);
    assert.equal(fixture.secrets.values.size, 1);
    fixture.secrets.faults.clear();
    await fixture.pass(2000);
    assert.deepEqual([...fixture.secrets.values], []);
    assert.equal(fixture.clock.waiting, 0);
  });

  it('deletes nothing of a later sign-in', async () => {
    const later = storedSession({ lineage: 'f'.repeat(16) });
    await store.write(session);
    await fixture.open().write(later);
    fixture.mark(session);
    await store.delete(id);
    assert.deepEqual(await store.list(), [later]);
    // Its secret cannot be seen here: what is stored is the one that has ended.
    fixture.secrets.values.set(key, JSON.stringify(session));
    fixture.lineages.push(lineageOf(later));
    const blind = fixture.open();
    await assert.rejects(
      blind.active(id),
      (error) => error instanceof StorageError && error.operation === 'renewedElsewhere',
    );
    await blind.delete(id);
    assert.equal(fixture.secrets.values.size, 1);
  });

  it('keeps a later sign-in whose text is missing while it clears up after an earlier one', async () => {
    fixture.lineages.push(lineageOf(session));
    await store.write(session);
    fixture.mark(session);
    assert.deepEqual(await store.list(), []);
    const later = storedSession({ lineage: 'f'.repeat(16) });
    await store.write(later);
    fixture.secrets.values.clear();
    await fixture.pass(1000);
    assert.deepEqual(fixture.withoutFiles, [lineageOf(session)]);
    assert.deepEqual(await store.list(), [later]);
  });

  it('deletes by itself no text that it cannot read, but where the person signs out', async () => {
    await store.write(session);
    fixture.mark(session);
    fixture.secrets.values.set(key, '{"version":4}');
    await store.deleteEnded(id);
    assert.equal(fixture.secrets.values.size, 1);
    await store.delete(id);
    assert.equal(fixture.secrets.values.size, 0);
  });

  it('lists the other accounts where one secret cannot be read, and finds that one later', async () => {
    const other = storedSession({ tenantId: 'other' });
    await store.write(session);
    await store.write(other);
    const { secrets } = fixture;
    const get = secrets.get.bind(secrets);
    secrets.get = async (of) => {
      assert.notEqual(of, key);
      return await get(of);
    };
    const blind = fixture.open();
    const told: StorageError[] = [];
    blind.onDidFailToRead((error) => told.push(error));
    assert.deepEqual(await blind.list(), [other]);
    assert.deepEqual(await blind.list(), [other]);
    assert.deepEqual(
      told.map(({ accountId, operation }) => [accountId, operation]),
      [[id, 'read']],
    );
    assert.equal(blind.isComplete, false);
    // One that is known stays.
    assert.deepEqual(await store.list(), [session, other]);
    secrets.get = get;
    const changes: AccountId[] = [];
    blind.onDidChange((account) => changes.push(account));
    await fixture.pass(1000);
    assert.deepEqual(changes, [id]);
    assert.deepEqual(await blind.list(), [other, session]);
    assert.equal(blind.isComplete, true);
  });

  it('looks again for one that the keyring lists, and does not give at first', async () => {
    await store.write(session);
    const { secrets } = fixture;
    const get = secrets.get.bind(secrets);
    secrets.get = async () => await Promise.resolve(undefined);
    const blind = fixture.open();
    assert.deepEqual(await blind.list(), []);
    assert.equal(blind.isComplete, false);
    secrets.get = get;
    await fixture.pass(1000);
    assert.deepEqual(await blind.list(), [session]);
  });

  it('misses none of which nothing is left', async () => {
    await store.write(session);
    const { secrets } = fixture;
    secrets.get = async () => await Promise.resolve(undefined);
    const blind = fixture.open();
    await blind.list();
    assert.equal(blind.isComplete, false);
    secrets.values.clear();
    await blind.list();
    assert.equal(blind.isComplete, true);
  });

  it('keeps the tokens that it knows to be newer, and stores them again', async () => {
    const renewed = storedSession({ generation: 2 });
    await store.write(session);
    await store.write(renewed);
    fixture.secrets.values.set(key, JSON.stringify(session));
    assert.deepEqual(await store.active(id), renewed);
    assert.deepEqual(await store.list(), [renewed]);
    await fixture.pass(1000);
    assert.deepEqual(await fixture.open().read(id), renewed);
    assert.equal(fixture.clock.waiting, 0);
  });

  it('shows what it knows while the keyring does not answer', async () => {
    const timed = new TimedSecretStore(fixture.secrets, fixture.clock);
    const patient = fixture.open(timed);
    await patient.write(session);
    const answer = fixture.secrets.silence();
    for (const pause of [10_000, 500]) {
      const list = patient.list();
      await fixture.pass(pause);
      await fixture.pass(500);
      assert.deepEqual(await list, [session]);
    }
    answer();
    timed.dispose();
  });

  it('says so if the keyring still has a session after its deletion', async () => {
    await store.write(session);
    fixture.mark(session);
    fixture.secrets.delete = async () => await Promise.resolve();
    await assert.rejects(
      store.delete(id),
      (error) => error instanceof StorageError && error.operation === 'delete',
    );
  });

  it('keeps what it lists, also where that has changed while it was read', async () => {
    await store.write(session);
    const window = fixture.open();
    const get = fixture.secrets.get.bind(fixture.secrets);
    fixture.secrets.get = async (name) => {
      const value = await get(name);
      await fixture.secrets.store(name, value ?? '');
      return value;
    };
    assert.deepEqual(await window.list(), [session]);
    fixture.secrets.get = async () => await Promise.resolve(undefined);
    assert.deepEqual(await window.list(), [session]);
  });

  for (const [name, renew] of [
    ['another window stores', async (newer: StoredSession) => await fixture.open().write(newer)],
    [
      'a later one has found',
      async (newer: StoredSession) => {
        fixture.secrets.values.set(key, JSON.stringify(newer));
        assert.deepEqual(await store.read(id), newer);
      },
    ],
  ] as const) {
    it(`does not keep what a reading finds after what ${name}`, async () => {
      fixture.secrets.values.set(key, JSON.stringify(session));
      const reading = await fixture.withAnswersHeldBack(async () => await store.read(id));
      const newer = storedSession({ generation: session.generation + 1 });
      await renew(newer);
      await reading.end();
      assert.notDeepEqual(store.lastRead(id), session);
      assert.deepEqual(await store.read(id), newer);
    });
  }

  const earlier = storedSession({ lineage: 'f'.repeat(16) });
  for (const [name, text, faults] of [
    ['an earlier one', JSON.stringify(earlier), []],
    ['an earlier one, and the new one is not kept', JSON.stringify(earlier), ['store']],
    ['a text that cannot be read', '{', []],
  ] as const) {
    it(`forgets nothing of a sign-in during the reading of ${name}`, async () => {
      fixture.lineages.push(lineageOf(earlier));
      fixture.mark(earlier);
      const { secrets } = fixture;
      secrets.values.set(key, text);
      const list = await fixture.withAnswersHeldBack(async () => await store.list());
      faults.forEach((fault) => secrets.faults.add(fault));
      await store.write(session);
      assert.deepEqual(await list.end(), [session]);
      assert.deepEqual(store.known(id), session);
      secrets.faults.clear();
      await fixture.pass(1000);
      assert.deepEqual(await fixture.open().list(), [session]);
      assert.deepEqual(fixture.withoutFiles, []);
      assert.deepEqual(failures, []);
    });
  }

  it('knows a session that was replaced from one that the user has signed out of', async () => {
    const replaced = storedSession({ lineage: 'f'.repeat(16) });
    await store.write(session);
    fixture.mark(session, 'replaced');
    assert.deepEqual(await store.list(), [session]);
    fixture.secrets.values.clear();
    // The later session is not visible here, and has not ended.
    assert.deepEqual(await store.list(), [session]);
    fixture.mark(session);
    fixture.mark(replaced, 'replaced');
    fixture.lineages.push(lineageOf(replaced));
    assert.deepEqual(await store.list(), []);
  });

  it('keeps a session whose later sign-in is noted in the folder, and is missing', async () => {
    const later = storedSession({ lineage: 'f'.repeat(16) });
    await store.write(session);
    fixture.mark(session);
    fixture.lineages.push(lineageOf(later));
    fixture.secrets.values.clear();
    assert.deepEqual(await store.list(), [session]);
  });
});
