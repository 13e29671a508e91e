import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientApp } from '../../../../src/core/account/clientApp.ts';
import { ConfigurationError } from '../../../../src/core/errors/configurationError.ts';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { SignOut } from '../../../../src/core/session/signOut.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
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

  for (const [fault, answer] of [
    ['cannot be read', async () => await Promise.reject(new Error('The keyring does not get.'))],
    ['is missing', async () => await Promise.resolve(undefined)],
  ] as const) {
    it(`keeps the secret of an app while an account may use it that ${fault}`, async () => {
      await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
        const window = openWindow();
        const { account } = await window.signIn();
        const other = await window.signIn({ tenant: 'acme-asia' });
        const get = secrets.get.bind(secrets);
        secrets.get = async (key) => {
          const isOfOther = key.endsWith(`.session.${other.account.id}`);
          return await (isOfOther ? answer() : get(key));
        };
        const later = openWindow();
        await later.sessions.sessions();
        const signOut = new SignOut(
          later.sessions,
          later.clientSecrets,
          async () => await Promise.resolve([]),
        );
        await signOut.ofAccount(account.id);
        secrets.get = get;
        const kept = await later.clientSecrets.read(
          later.connection.baseUrl,
          later.connection.clientId,
        );
        assert.notEqual(kept, undefined);
      });
    });
  }

  it('marks the end of a session and hides it at once, though the keyring does not answer', async () => {
    await withSessionEnvironment({}, async ({ folder, openWindow, secrets }) => {
      const clock = new FakeClock();
      const window = openWindow({ clock });
      const { account } = await window.signIn();
      const signOut = new SignOut(
        window.sessions,
        window.clientSecrets,
        async () => await Promise.resolve([window.connection]),
      );
      await window.sessions.sessions();
      const answer = secrets.silence();
      const failed = assert.rejects(
        signOut.ofAccount(account.id),
        (error) => error instanceof StorageError && error.operation === 'silent',
      );
      // A kill from now on changes nothing.
      await until(async () => {
        const names = await readdir(join(folder, 'sessions'));
        return names.some((name) => name.endsWith('.signedOut'));
      });
      assert.equal(window.store.known(account.id), undefined);
      await until(() => {
        clock.advance(10_000);
        return window.log.lines.some((line) => line.includes('could not be marked'));
      });
      const over = failed.then(() => true);
      await until(async () => {
        clock.advance(10_000);
        return await Promise.race([
          over,
          new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
        ]);
      });
      answer();
      assert.deepEqual(await openWindow().sessions.sessions(), []);
    });
  });

  it('does not wait for what the keyring does not answer once the sign-in is stored', async () => {
    await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
      const window = openWindow();
      const { account } = await window.signIn();
      // Its clock stands still, so that no call of the keyring ends.
      const hanging = openWindow({ clock: new FakeClock() });
      const keys = secrets.keys.bind(secrets);
      const answer = Promise.withResolvers<void>();
      hanging.store.onDidChange(() => {
        secrets.keys = async () => {
          await answer.promise;
          return await keys();
        };
      });
      const signedIn = hanging.signIn();
      await until(async () => (await window.stored(account.id)).generation === 2);
      // The lock is free.
      await window.sessions.renew(account.id);
      answer.resolve();
      await signedIn;
    });
  });
});
