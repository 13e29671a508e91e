import assert from 'node:assert/strict';
import { LiveSecrets } from '../../../../src/core/log/liveSecrets.ts';
import { RegisteringSecretStore } from '../../../../src/core/secrets/registeringSecretStore.ts';
import { secretKeyPrefixes } from '../../../../src/core/secrets/secretStore.ts';
import { InMemorySecretStore } from '../../../support/inMemorySecretStore.ts';

describe('RegisteringSecretStore', () => {
  it('registers the secrets of each kind of value, and nothing else', async () => {
    const below = new InMemorySecretStore();
    const secrets = new LiveSecrets();
    const store = new RegisteringSecretStore(below, secrets);
    const session = { accessToken: 'access-1', refreshToken: 'refresh-1', clientId: 'client-id-1' };
    await below.store(`${secretKeyPrefixes.session}a`, JSON.stringify(session));
    await below.store(`${secretKeyPrefixes.session}b`, 'no json');
    await store.get(`${secretKeyPrefixes.session}a`);
    await store.get(`${secretKeyPrefixes.session}b`);
    await store.store(`${secretKeyPrefixes.clientSecret}a`, 'client-secret-1');
    await store.store(
      `${secretKeyPrefixes.pendingAuthorization}a`,
      '{"state":"state-12","scopes":["tag-scope-1"]}',
    );
    await store.store(`${secretKeyPrefixes.renewalClaim}a`, 'renewal-claim-1');
    assert.equal(
      secrets.mask(
        'access-1 refresh-1 client-id-1 client-secret-1 state-12 tag-scope-1 renewal-claim-1',
      ),
      '••• ••• client-id-1 ••• ••• tag-scope-1 renewal-claim-1',
    );
  });

  it('registers a secret that cannot be stored', async () => {
    const below = new InMemorySecretStore();
    below.faults.add('store');
    const secrets = new LiveSecrets();
    const store = new RegisteringSecretStore(below, secrets);
    await assert.rejects(store.store(`${secretKeyPrefixes.clientSecret}a`, 'client-secret-1'));
    assert.equal(secrets.mask('client-secret-1'), '•••');
  });
});
