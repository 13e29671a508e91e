import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ClientApp } from '../../../../src/core/account/clientApp.ts';
import { isClientSecret, type ClientSecret } from '../../../../src/core/account/tokens.ts';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';
import { ConfigurationError } from '../../../../src/core/errors/configurationError.ts';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { TokenEndpointError } from '../../../../src/core/errors/tokenEndpointError.ts';
import { ClientSecrets } from '../../../../src/core/session/clientSecrets.ts';
import { InMemorySecretStore } from '../../../support/inMemorySecretStore.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';

const baseUrl = parseBaseUrl('https://hr.example.com');
const client = { baseUrl, clientId: 'app', connectionName: 'Test' };

function secretOf(text: string): ClientSecret {
  assert.ok(isClientSecret(text));
  return text;
}

/** Returns whether the user is asked before `replacement` takes the place of the secret of `app`. */
async function asks(
  clientSecrets: ClientSecrets,
  app: ClientApp,
  replacement: string,
): Promise<boolean> {
  let questions = 0;
  const mayReplace = await clientSecrets.mayReplace(app, replacement, async () => {
    questions += 1;
    return await Promise.resolve(questions % 2 === 0);
  });
  assert.equal(mayReplace, questions === 0);
  assert.ok(questions <= 1);
  return questions === 1;
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

  it('asks before it loses the stored secret, unless the service has refused that one, in this window and last', async () => {
    const apps = ['app', 'other'].map((clientId) => ({ baseUrl, clientId }));
    const secrets = ['one', 'two'].map(secretOf);
    const step = fc.record({
      window: fc.nat(1),
      app: fc.constantFrom(...apps),
      secret: fc.constantFrom(...secrets),
      kind: fc.constantFrom('write', 'delete', 'accepted', 'clientRefused', 'refused', 'doubtful'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const keyring = new InMemorySecretStore();
        const windows = [new ClientSecrets(keyring), new ClientSecrets(keyring)];
        const stored = new Map<string, ClientSecret>();
        const refused = new Map<string, ClientSecret>();
        for (const { window, app, secret, kind } of steps) {
          const { clientId } = app;
          const clients = windows[window] ?? assert.fail();
          const known = `${window} ${clientId}`;
          if (kind === 'write') {
            await clients.write(baseUrl, clientId, secret);
            stored.set(clientId, secret);
          } else if (kind === 'delete') {
            await clients.delete(baseUrl, clientId);
            stored.delete(clientId);
          } else if (kind === 'accepted') {
            assert.equal(await clients.send(app, secret, async () => await Promise.resolve(1)), 1);
          } else {
            const error = new TokenEndpointError(kind, 400, undefined);
            const sent = clients.send(app, secret, async () => await Promise.reject(error));
            await assert.rejects(sent, error);
          }
          if (kind === 'clientRefused') {
            refused.set(known, secret);
          } else if (kind === 'delete' || (kind === 'write' && refused.get(known) !== secret)) {
            refused.delete(known);
          } else if (kind === 'accepted' && refused.get(known) === secret) {
            refused.delete(known);
          }
          for (const [index, each] of windows.entries()) {
            for (const other of apps) {
              const present = stored.get(other.clientId);
              const isLost =
                present !== undefined && present !== refused.get(`${index} ${other.clientId}`);
              for (const next of [...secrets, 'three']) {
                assert.equal(await asks(each, other, next), isLost && present !== next);
              }
            }
          }
        }
      }),
    );
  });

  it('asks again where another window stores one while the question is open', async () => {
    const app = { baseUrl, clientId: 'app' };
    const keyring = new InMemorySecretStore();
    const [asking, other] = [new ClientSecrets(keyring), new ClientSecrets(keyring)];
    await other.write(baseUrl, 'app', secretOf('one'));
    const meanwhile = ['two', 'two', 'new', 'one'].map(secretOf);
    const replace = async (): Promise<readonly [boolean, number]> => {
      let questions = 0;
      const mayReplace = await asking.mayReplace(app, 'new', async () => {
        questions += 1;
        const next = meanwhile.shift();
        if (next !== undefined) {
          await other.write(baseUrl, 'app', next);
        }
        return true;
      });
      return [mayReplace, questions];
    };
    assert.deepEqual(await replace(), [true, 2]);
    assert.deepEqual(await replace(), [true, 1]);
    assert.deepEqual(await replace(), [true, 0]);
    await other.write(baseUrl, 'app', secretOf('two'));
    assert.deepEqual(await replace(), [true, 2]);
  });

  it('asks, once, before it loses a secret that cannot be read', async () => {
    const app = { baseUrl, clientId: 'app' };
    const secrets = new InMemorySecretStore();
    secrets.faults.add('get');
    const clients = new ClientSecrets(secrets);
    assert.equal(await asks(clients, app, 'one'), true);
    assert.equal(
      await clients.mayReplace(app, 'one', async () => await Promise.resolve(true)),
      true,
    );
  });

  it('learns of a refusal from a renewal and from a sign-in, until the secret is accepted', async () => {
    await withSessionEnvironment({}, async ({ openWindow, proxy, sandbox }) => {
      const [renewing, signingIn, idle] = [openWindow(), openWindow(), openWindow()];
      const { account } = await renewing.signIn();
      const { connection } = idle;
      const lost = async (): Promise<readonly boolean[]> =>
        await Promise.all(
          [renewing, signingIn, idle].map(
            async ({ clientSecrets }) => await asks(clientSecrets, connection, 'new'),
          ),
        );
      assert.deepEqual(await lost(), [true, true, true]);
      await idle.setClientSecret('wrong');
      sandbox.control.expireAccessTokens();
      await assert.rejects(renewing.call(account.id), { outcome: 'clientRefused' });
      assert.deepEqual(await lost(), [false, true, true]);
      await assert.rejects(signingIn.signIn(), { outcome: 'clientRefused' });
      assert.deepEqual(await lost(), [false, false, true]);
      await idle.setClientSecret(sandbox.clientSecret);
      assert.deepEqual(await lost(), [true, true, true]);
      // A gateway refuses what the service accepts right after that.
      proxy.path = '/auth/oauth/token';
      proxy.fault = { kind: 'answer', status: 401, body: '{"error":"invalid_client"}' };
      await assert.rejects(signingIn.signIn(), { outcome: 'clientRefused' });
      assert.deepEqual(await lost(), [true, false, true]);
      proxy.fault = { kind: 'pass' };
      await signingIn.signIn();
      assert.deepEqual(await lost(), [true, true, true]);
    });
  });
});
