import assert from 'node:assert/strict';
import { accountOf } from '../../../../src/core/account/account.ts';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import {
  authorizationLifetime,
  pendingAuthorizationId,
  PendingAuthorizations,
  type SignInEnd,
} from '../../../../src/core/oauth/pendingAuthorization.ts';
import { secretKeyPrefixes } from '../../../../src/core/secrets/secretStore.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { InMemorySecretStore } from '../../../support/inMemorySecretStore.ts';
import { redirectUri } from '../../../support/sessionFixture.ts';

const broken = `${secretKeyPrefixes.pendingAuthorization}broken`;
const baseUrl = parseBaseUrl('https://hr.example.com');

describe('PendingAuthorizations', () => {
  let clock: FakeClock;
  let secrets: InMemorySecretStore;
  let pending: PendingAuthorizations;

  beforeEach(() => {
    clock = new FakeClock();
    secrets = new InMemorySecretStore();
    pending = new PendingAuthorizations(secrets, clock);
  });

  const attempt = (state: string) => ({
    state,
    connectionName: 'Test',
    baseUrl,
    clientId: 'app',
    redirectUri,
    scopes: ['tag'],
    expiresAt: clock.now() + authorizationLifetime,
  });

  it('returns what it keeps once, in any window', async () => {
    await pending.add(attempt('a'));
    const other = new PendingAuthorizations(secrets, clock);
    assert.deepEqual(await other.take('a'), { version: 1, kind: 'pending', ...attempt('a') });
    assert.equal(await pending.take('a'), undefined);
    assert.equal(secrets.values.size, 0);
  });

  it('finds one that waits by its id, which does not tell its state, until it ends or expires', async () => {
    await pending.add(attempt('a'));
    await pending.add(attempt('b'));
    const [first, second] = [pendingAuthorizationId('a'), pendingAuthorizationId('b')];
    assert.equal((await pending.find(first))?.connectionName, 'Test');
    await pending.notifyEnded('a', undefined);
    assert.equal(await pending.find(first), undefined);
    assert.equal(await pending.find('made up'), undefined);
    clock.advance(authorizationLifetime);
    assert.equal((await pending.find(second))?.state, 'b');
    clock.advance(1);
    assert.equal(await pending.find(second), undefined);
  });

  it('gives one attempt to one of two who ask at the same time', async () => {
    await pending.add(attempt('a'));
    const taken = await Promise.all([pending.take('a'), pending.take('a')]);
    assert.equal(taken.filter((entry) => entry !== undefined).length, 1);
  });

  it('keeps several apart, and knows no others', async () => {
    await pending.add(attempt('a'));
    await pending.add(attempt('b'));
    assert.equal(await pending.take('c'), undefined);
    assert.equal((await pending.take('b'))?.state, 'b');
    assert.equal((await pending.take('a'))?.state, 'a');
  });

  it('does not show the state in a key', async () => {
    await pending.add(attempt('state-in-the-clear'));
    assert.ok([...secrets.values.keys()].every((key) => !key.includes('state-in-the-clear')));
  });

  it('clears away what has expired or cannot be read, and nothing else', async () => {
    await pending.add(attempt('old'));
    secrets.values.set(broken, '{');
    secrets.values.set('other', '{');
    clock.advance(authorizationLifetime);
    await pending.add(attempt('young'));
    clock.advance(1);
    await pending.add(attempt('youngest'));
    assert.equal(await pending.take('old'), undefined);
    assert.equal((await pending.take('young'))?.state, 'young');
    assert.deepEqual(
      [...secrets.values.keys()].filter(
        (key) => !key.startsWith(secretKeyPrefixes.pendingAuthorization),
      ),
      ['other'],
    );
    assert.ok(!secrets.values.has(broken));
  });

  it('notifies the window that began how another has ended it', async () => {
    const { id } = accountOf(baseUrl, 'tenant', 'user');
    const other = new PendingAuthorizations(secrets, clock);
    for (const [accountId, expected] of [
      [id, { kind: 'signedIn', accountId: id }],
      [undefined, { kind: 'failed' }],
    ] as const) {
      const { promise, resolve } = Promise.withResolvers<SignInEnd>();
      const subscription = pending.onDidEndElsewhere('a')(resolve);
      await other.notifyEnded('b', id);
      await other.notifyEnded('a', accountId);
      assert.deepEqual(await promise, expected);
      subscription.dispose();
    }
  });

  it('says so if the keyring fails', async () => {
    await pending.add(attempt('a'));
    secrets.faults.add('get').add('store');
    await assert.rejects(pending.take('b'), StorageError);
  });

  it('keeps an attempt for this window if the keyring does not', async () => {
    for (const fault of ['store', 'forget'] as const) {
      secrets.faults.clear();
      secrets.faults.add(fault);
      await pending.add(attempt(fault));
      assert.equal((await pending.take(fault))?.state, fault);
      assert.equal(await pending.take(fault), undefined);
    }
  });
});
