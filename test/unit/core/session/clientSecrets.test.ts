import assert from 'node:assert/strict';
import { isClientSecret, type ClientSecret } from '../../../../src/core/account/tokens.ts';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';
import { ConfigurationError } from '../../../../src/core/errors/configurationError.ts';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { ClientSecrets } from '../../../../src/core/session/clientSecrets.ts';
import { InMemorySecretStore } from '../../../support/inMemorySecretStore.ts';

const baseUrl = parseBaseUrl('https://hr.example.com');
const client = { baseUrl, clientId: 'app', connectionName: 'Test' };

function secretOf(text: string): ClientSecret {
  assert.ok(isClientSecret(text));
  return text;
}

describe('ClientSecrets', () => {
  it('keeps one for each app at each service', async () => {
    const secrets = new InMemorySecretStore();
    const clients = new ClientSecrets(secrets);
    const other = parseBaseUrl('https://test.example.com');
    await clients.write(baseUrl, 'app', secretOf('one'));
    await clients.write(baseUrl, 'other', secretOf('two'));
    await clients.write(other, 'app', secretOf('three'));
    const again = new ClientSecrets(secrets);
    assert.equal(await again.require(client), 'one');
    assert.equal(await again.read(baseUrl, 'other'), 'two');
    assert.equal(await again.read(other, 'app'), 'three');
  });

  it('says which connection has none', async () => {
    const clients = new ClientSecrets(new InMemorySecretStore());
    await assert.rejects(
      clients.require({ ...client, connectionName: 'Test\n\u202E1' }),
      (error) =>
        error instanceof ConfigurationError &&
        error.step === 'setClientSecret' &&
        error.message === 'The client secret of Test \\u{202e}1 is not stored on this machine.',
    );
  });

  it('distinguishes a keyring that fails from one that has no secret', async () => {
    const secrets = new InMemorySecretStore();
    secrets.faults.add('get');
    await assert.rejects(new ClientSecrets(secrets).require(client), StorageError);
  });

  it('keeps a secret for this window if the keyring does not', async () => {
    for (const fault of ['store', 'forget', 'get'] as const) {
      const secrets = new InMemorySecretStore();
      secrets.faults.add(fault);
      const clients = new ClientSecrets(secrets);
      await clients.write(baseUrl, 'app', secretOf('one'));
      assert.equal(await clients.require(client), 'one');
    }
  });

  it('deletes one and leaves nothing of it', async () => {
    const secrets = new InMemorySecretStore();
    const clients = new ClientSecrets(secrets);
    await clients.write(baseUrl, 'app', secretOf('one'));
    await clients.write(baseUrl, 'other', secretOf('two'));
    await clients.delete(baseUrl, 'app');
    assert.equal(await clients.read(baseUrl, 'app'), undefined);
    assert.equal(await clients.read(baseUrl, 'other'), 'two');
    await clients.delete(baseUrl, 'other');
    assert.deepEqual([...secrets.values.keys()], []);
  });
});
