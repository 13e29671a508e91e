import assert from 'node:assert/strict';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountId } from '../../../../src/core/account/account.ts';
import { systemClock } from '../../../../src/core/async/clock.ts';
import { SessionExpiredError } from '../../../../src/core/errors/sessionExpiredError.ts';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { secretKeyPrefixes } from '../../../../src/core/secrets/secretStore.ts';
import { SessionFolder } from '../../../../src/core/session/sessionFolder.ts';
import { SignOutMarks } from '../../../../src/core/session/signOutMarks.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { InMemorySecretStore, SnapshotSecretStore } from '../../../support/inMemorySecretStore.ts';
import {
  withSessionEnvironment,
  type SessionEnvironment,
} from '../../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../../support/sessionFixture.ts';
import { timeLimits } from '../../../support/timeLimits.ts';
import { until } from '../../../support/until.ts';

/** How often two windows renew one session at the same time, each time a little further apart. */
const races = Number(process.env['RACES'] ?? 2);

/** The token has expired, and each of the windows calls the API, one after the other. */
async function expire(
  { sandbox }: SessionEnvironment,
  id: AccountId,
  windows: readonly SessionWindow[],
): Promise<void> {
  sandbox.control.expireAccessTokens();
  for (const window of windows) {
    await window.call(id);
  }
}

describe('windows without a keyring, which share the folder alone', () => {
  it('do not sign one another out', async () => {
    await withSessionEnvironment({ refreshTokenReuse: 'revoke' }, async (environment) => {
      const { openWindow, refreshes, sandbox } = environment;
      const windows = [new InMemorySecretStore(), new InMemorySecretStore()].map((secrets) =>
        openWindow({ secrets }),
      );
      const ids: AccountId[] = [];
      for (const window of windows) {
        await window.setClientSecret(sandbox.clientSecret);
        ids.push((await window.signIn()).account.id);
      }
      const [id] = ids;
      assert.ok(id !== undefined && ids.every((other) => other === id));
      for (let life = 1; life <= 5; life++) {
        await expire(environment, id, windows);
        assert.deepEqual(refreshes(), { ok: 2 * life, refused: 0 });
      }
      for (const window of windows) {
        assert.deepEqual(window.ended, []);
        assert.equal((await window.stored(id)).generation, 6);
      }
    });
  });
});

describe('windows that share the secrets, but no folder', () => {
  it(`keep the session where both renew it within 60 ms, ${races} times of ${races}`, async () => {
    let ended = 0;
    for (let turn = 0; turn < races; turn++) {
      await withSessionEnvironment({ latency: 60 }, async ({ folder, openWindow, sandbox }) => {
        const windows = [join(folder, 'here'), join(folder, 'there')].map((path) =>
          openWindow({ folder: path }),
        );
        const [first, second] = windows;
        assert.ok(first && second);
        const { account } = await first.signIn();
        sandbox.control.expireAccessTokens();
        const { accessToken } = await first.stored(account.id);
        const renewals = [first.renewal.renewed(account.id, accessToken)];
        const apart = (60 / races) * turn;
        await new Promise((resolve) => {
          setTimeout(resolve, apart);
        });
        renewals.push(second.renewal.renewed(account.id, accessToken));
        const outcomes = await Promise.allSettled(renewals);
        ended += outcomes.some(({ status }) => status === 'rejected') ? 1 : 0;
        for (const window of windows) {
          await window.call(account.id);
          assert.deepEqual(window.ended, []);
        }
      });
    }
    console.log(`      sessions ended: ${ended} of ${races}`);
    assert.equal(ended, 0);
  }).timeout(timeLimits.longTest);
});

describe('windows that share the secrets, but no folder, and sign out', () => {
  it('are signed out in every folder, however many sign-ins it has seen', async () => {
    await withSessionEnvironment({}, async (environment) => {
      const { folder, openWindow } = environment;
      const windows = [join(folder, 'here'), join(folder, 'there')].map((path) =>
        openWindow({ folder: path }),
      );
      const [first, second] = windows;
      assert.ok(first && second);
      const { account } = await first.signIn();
      await expire(environment, account.id, windows);
      // The folder of the second window knows nothing of the first sign-in.
      await first.signIn();
      await second.signIn();
      await second.sessions.remove(account.id);
      for (const window of windows) {
        assert.deepEqual(await window.sessions.sessions(), []);
      }
    });
  });

  for (const [next, signedInAt] of [
    ['a start', 'here'],
    ['a start', 'there'],
    ['a sign-in', 'there'],
  ] as const) {
    it(`are signed out in every folder where one was killed, after ${next}, of a sign-in ${signedInAt}`, async () => {
      await withSessionEnvironment({}, async ({ folder, openWindow, secrets }) => {
        const folders = { here: join(folder, 'here'), there: join(folder, 'there') };
        const { account } = await openWindow({ folder: folders[signedInAt] }).signIn();
        const other = openWindow({ folder: folders.there });
        const { accessToken, lineage } = await other.stored(account.id);
        await other.renewal.renewed(account.id, accessToken);
        // It has marked only its folder.
        const killed = new SignOutMarks({
          folder: new SessionFolder(join(folders.here, 'sessions')),
          secrets: new InMemorySecretStore(),
          clock: systemClock,
          log: new CollectingLog(),
        });
        await killed.add(account.id, [lineage]);
        const clock = new FakeClock(Date.now());
        const window = openWindow({ folder: folders.here, clock });
        if (next === 'a sign-in') {
          await window.signIn();
          await window.sessions.remove(account.id);
        } else {
          assert.deepEqual(await window.sessions.sessions(), []);
        }
        await until(async () => {
          clock.advance(1000);
          const files = await readdir(join(folders.here, 'sessions'));
          const isTextLeft = secrets.values.has(secretKeyPrefixes.session + account.id);
          return files.every((name) => !name.includes('.handover')) && !isTextLeft;
        });
        for (const opened of [other, openWindow({ folder: folders.there })]) {
          assert.deepEqual(await opened.sessions.sessions(), []);
        }
        assert.ok(secrets.values.has(`workforce.signedOut.${account.id}.${lineage}`));
      });
    });
  }

  it('are signed out in every folder, also where the keyring takes no mark at first', async () => {
    await withSessionEnvironment({}, async ({ folder, openWindow, secrets }) => {
      const clock = new FakeClock(Date.now());
      const window = openWindow({ folder: join(folder, 'here'), clock });
      const { account } = await window.signIn();
      const other = openWindow({ folder: join(folder, 'there') });
      const { accessToken } = await other.stored(account.id);
      await other.renewal.renewed(account.id, accessToken);
      secrets.faults.add('store');
      await window.sessions.remove(account.id);
      assert.equal((await other.sessions.sessions()).length, 1);
      secrets.faults.clear();
      await until(async () => {
        clock.advance(1000);
        const files = await readdir(join(folder, 'here', 'sessions'));
        return files.every((name) => !name.endsWith('.generation'));
      });
      assert.deepEqual(await other.sessions.sessions(), []);
    });
  });

  it('keep the session of a later sign-in when the answer to an earlier one arrives', async () => {
    await withSessionEnvironment({}, async (environment) => {
      const { folder, openWindow, refreshes } = environment;
      let arrival = Promise.resolve();
      const first = openWindow({
        folder: join(folder, 'here'),
        fetch: async (input, init) => {
          const response = await fetch(input, init);
          await arrival;
          return response;
        },
      });
      const second = openWindow({ folder: join(folder, 'there') });
      const { account } = await first.signIn();
      await second.sessions.sessions();
      const { accessToken } = await first.stored(account.id);
      const { promise, resolve } = Promise.withResolvers<void>();
      arrival = promise;
      const renewal = first.renewal.renewed(account.id, accessToken);
      await until(() => refreshes().ok === 1);
      await second.sessions.remove(account.id);
      await second.signIn();
      resolve();
      assert.equal((await renewal).lineage, (await second.stored(account.id)).lineage);
      const { lineage } = await second.stored(account.id);
      assert.equal((await openWindow().stored(account.id)).lineage, lineage);
      assert.equal((await first.stored(account.id)).lineage, lineage);
    });
  });
});

describe('windows that do not see what the others store', () => {
  it('go on without a word through the lives of five tokens', async () => {
    await withSessionEnvironment({ refreshTokenReuse: 'revoke' }, async (environment) => {
      const { openWindow, refreshes, secrets } = environment;
      const first = openWindow();
      const { account } = await first.signIn();
      const blind = [1, 2].map(() => openWindow({ secrets: new SnapshotSecretStore(secrets) }));
      const windows = [...blind, first];
      const behind: unknown[] = [];
      for (const window of windows) {
        window.onDidFallBehind((session) => behind.push(session));
      }
      for (let life = 1; life <= 5; life++) {
        // Each renews in turn, and hands over to the others.
        windows.push(...windows.splice(0, 1));
        await expire(environment, account.id, windows);
        assert.deepEqual(refreshes(), { ok: life, refused: 0 });
      }
      assert.deepEqual(behind, []);
      // A window that is loaded now finds a record that it can use.
      await expire(environment, account.id, [
        openWindow({ secrets: new SnapshotSecretStore(secrets) }),
        first,
      ]);
      assert.deepEqual(refreshes(), { ok: 6, refused: 0 });
      const transitions = blind.flatMap((window) => window.transitions.recent());
      assert.ok(transitions.some(({ reason }) => reason.includes('handed')));
    });
  });

  it('see that a session has ended, and that there is a new sign-in', async () => {
    await withSessionEnvironment({}, async (environment) => {
      const { openWindow, refreshes, sandbox, secrets } = environment;
      const first = openWindow();
      const { account } = await first.signIn();
      const blind = openWindow({ secrets: new SnapshotSecretStore(secrets) });
      sandbox.control.revokeRefreshTokens();
      sandbox.control.expireAccessTokens();
      await assert.rejects(first.call(account.id), SessionExpiredError);
      await assert.rejects(blind.call(account.id), SessionExpiredError);
      assert.deepEqual(refreshes(), { ok: 0, refused: 1 });
      assert.deepEqual(blind.ended, []);
      const second = openWindow({ secrets: new SnapshotSecretStore(secrets) });
      await first.signIn();
      await first.signIn({ scopes: ['tag', 'people'] });
      await expire(environment, account.id, [first]);
      await assert.rejects(second.call(account.id), SessionExpiredError);
    });
  });

  it('take over a new sign-in of the same account, twice removed', async () => {
    await withSessionEnvironment({}, async (environment) => {
      const { openWindow, refreshes, secrets } = environment;
      const first = openWindow();
      const { account } = await first.signIn();
      const blind = openWindow({ secrets: new SnapshotSecretStore(secrets) });
      await first.signIn();
      await first.signIn({ scopes: ['tag', 'people'] });
      await expire(environment, account.id, [first, blind]);
      assert.deepEqual((await blind.stored(account.id)).scopes, ['tag', 'people']);
      assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
    });
  });

  it('do not bring back what another has signed out of', async () => {
    await withSessionEnvironment(
      {},
      async ({ folder, openWindow, refreshes, sandbox, secrets }) => {
        const first = openWindow();
        const { account } = await first.signIn();
        const blind = openWindow({ secrets: new SnapshotSecretStore(secrets) });
        await blind.sessions.sessions();
        const { lineage } = await first.stored(account.id);
        await first.sessions.remove(account.id);
        sandbox.control.expireAccessTokens();
        await assert.rejects(blind.call(account.id), SessionExpiredError);
        assert.deepEqual(await blind.sessions.sessions(), []);
        assert.deepEqual(refreshes(), { ok: 0, refused: 0 });
        assert.deepEqual(
          [...secrets.values.keys()].filter((key) => key.includes(account.id)),
          [`workforce.signedOut.${account.id}.${lineage}`],
        );
        assert.deepEqual(await readdir(join(folder, 'sessions')), [
          `${account.id}.${lineage}.signedOut`,
        ]);
      },
    );
  });

  it('do not delete a sign-in that they cannot see, after a sign-out that they can', async () => {
    await withSessionEnvironment({}, async ({ openWindow, refreshes, sandbox, secrets }) => {
      const first = openWindow();
      const { account } = await first.signIn();
      const blind = openWindow({ secrets: new SnapshotSecretStore(secrets) });
      await blind.sessions.sessions();
      await first.sessions.remove(account.id);
      await first.signIn();
      sandbox.control.expireAccessTokens();
      await assert.rejects(
        blind.call(account.id),
        (error) => error instanceof StorageError && error.operation === 'renewedElsewhere',
      );
      assert.deepEqual(refreshes(), { ok: 0, refused: 0 });
      await openWindow().call(account.id);
      assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
    });
  });

  it('are rescued by the handover if the keyring had not kept the last tokens before a restart', async () => {
    await withSessionEnvironment({}, async (environment) => {
      const { folder, openWindow, refreshes, sandbox, secrets } = environment;
      const before = openWindow();
      const { account } = await before.signIn();
      secrets.faults.add('store');
      await expire(environment, account.id, [before]);
      before.dispose();
      secrets.faults.clear();
      const earlier = new Date(performance.timeOrigin - 120_000);
      for (const name of await readdir(join(folder, 'sessions'))) {
        await utimes(join(folder, 'sessions', name), earlier, earlier);
      }
      const after = openWindow();
      await after.call(account.id);
      sandbox.control.expireAccessTokens();
      await after.call(account.id);
      assert.deepEqual(refreshes(), { ok: 2, refused: 0 });
      assert.deepEqual(after.ended, []);
    });
  });
});
