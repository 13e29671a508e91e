import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import type { ClientApp } from '../../../../src/core/account/clientApp.ts';
import { ConfigurationError } from '../../../../src/core/errors/configurationError.ts';
import { SignOut } from '../../../../src/core/session/signOut.ts';
import type { InMemorySecretStore } from '../../../support/inMemorySecretStore.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';
import { approve, type SessionWindow } from '../../../support/sessionFixture.ts';
import { until } from '../../../support/until.ts';

interface SignOutEnvironment {
  readonly signOut: SignOut;
  readonly window: SessionWindow;
  /** At first the one that is signed in to. */
  readonly appsInUse: ClientApp[];
  /** Keys of the secrets, without the marks of sign-outs. */
  readonly storedKeys: () => readonly string[];
}

function secretKeysOf(secrets: InMemorySecretStore): readonly string[] {
  return [...secrets.values.keys()].filter((key) => !key.startsWith('workforce.signedOut.'));
}

/** Two accounts that are signed in to one app. */
async function withSignOut(
  test: (environment: SignOutEnvironment) => Promise<void>,
): Promise<void> {
  await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
    const window = openWindow();
    await window.signIn();
    await window.signIn({ tenant: 'acme-asia' });
    const appsInUse: ClientApp[] = [window.connection];
    const signOut = new SignOut(
      window.sessions,
      window.clientSecrets,
      async () => await Promise.resolve(appsInUse),
    );
    const storedKeys = (): readonly string[] => secretKeysOf(secrets);
    await test({ signOut, window, appsInUse, storedKeys });
  });
}

describe('SignOut', () => {
  it('leaves nothing of an app that is forgotten', async () => {
    await withSignOut(async ({ signOut, storedKeys, window }) => {
      assert.equal((await signOut.sessionsOf(window.connection)).length, 2);
      await signOut.ofApp(window.connection);
      assert.deepEqual(storedKeys(), []);
      assert.deepEqual(await window.sessions.sessions(), []);
    });
  });

  it('leaves nothing of a sign-in whose tokens were on their way', async () => {
    await withSessionEnvironment({}, async ({ folder, openWindow, proxy, secrets }) => {
      const window = openWindow();
      const signOut = new SignOut(
        window.sessions,
        window.clientSecrets,
        async () => await Promise.resolve([window.connection]),
      );
      const attempt = await window.authorizationCodeFlow.begin(window.signInRequest());
      const refused = assert.rejects(attempt.wait(), ConfigurationError);
      const callback = await approve(attempt.authorizationUrl);
      const { promise, resolve } = Promise.withResolvers<void>();
      proxy.fault = { kind: 'delayAnswer', until: promise };
      const finished = window.authorizationCodeFlow.finish(callback);
      await until(() => proxy.faultCount > 0);
      await signOut.ofApp(window.connection);
      resolve();
      await finished;
      await refused;
      assert.deepEqual(secretKeysOf(secrets), []);
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      assert.deepEqual(
        files.filter((entry) => entry.isFile()).map(({ name }) => name),
        [],
      );
    });
  });

  it('leaves another app of the same service alone', async () => {
    await withSignOut(async ({ signOut, storedKeys, window }) => {
      const before = storedKeys();
      await signOut.ofApp({ ...window.connection, clientId: 'other' });
      assert.deepEqual(storedKeys(), before);
    });
  });

  it('keeps the client secret of an app in use at sign-out', async () => {
    await withSignOut(async ({ signOut, storedKeys, window }) => {
      for (const { account } of await window.sessions.sessions()) {
        await signOut.ofAccount(account.id);
      }
      assert.deepEqual(
        storedKeys().map((key) => key.replace(/[^.]*$/, '')),
        ['workforce.clientSecret.'],
      );
    });
  });

  it('deletes that of an app out of use with the last sign-in to it', async () => {
    await withSignOut(async ({ signOut, appsInUse, storedKeys, window }) => {
      appsInUse.pop();
      const [first, second] = await window.sessions.sessions();
      assert.ok(first !== undefined && second !== undefined);
      await signOut.ofAccount(first.account.id);
      assert.equal(storedKeys().length, 2);
      await signOut.ofAccount(second.account.id);
      assert.deepEqual(storedKeys(), []);
    });
  });
});
