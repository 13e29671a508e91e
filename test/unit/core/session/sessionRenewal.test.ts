import assert from 'node:assert/strict';
import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { listLabels } from '../../../../src/core/api/labelEndpoints.ts';
import { callTestEndpoint } from '../../../../src/core/api/testEndpoint.ts';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';
import { ConfigurationError } from '../../../../src/core/errors/configurationError.ts';
import { SessionExpiredError } from '../../../../src/core/errors/sessionExpiredError.ts';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { secretKeyPrefixes } from '../../../../src/core/secrets/secretStore.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { SnapshotSecretStore } from '../../../support/inMemorySecretStore.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';
import { takeOver } from '../../../support/takeOver.ts';
import { until } from '../../../support/until.ts';

const minute = 60_000;

/** The files of `folder` in which a window leaves tokens for others, or notes their number. */
async function filesOf(folder: string, extension: string): Promise<readonly string[]> {
  const names = await readdir(join(folder, 'sessions'));
  return names
    .filter((name) => name.endsWith(`.${extension}`))
    .map((name) => join(folder, 'sessions', name));
}

/** Keeps the windows of `folder` from handing tokens over. */
async function removeHandovers(folder: string): Promise<void> {
  for (const path of await filesOf(folder, 'handover')) {
    await rm(path);
  }
}

describe('SessionRenewal', () => {
  it('answers 50 requests on a rejected token with one token call', async () => {
    await withSessionEnvironment({ latency: 10 }, async ({ sandbox, openWindow, refreshes }) => {
      const window = openWindow();
      const { account } = await window.signIn();
      sandbox.control.expireAccessTokens();
      const client = window.client(account.id);
      const answers = await Promise.all(
        Array.from({ length: 50 }, async () => await listLabels(client, { current: 1, size: 5 })),
      );
      assert.equal(answers.length, 50);
      assert.ok(answers.every(({ records }) => records.length === 5));
      assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
    });
  });

  it('renews once for several windows, which adopt the tokens of the first', async () => {
    await withSessionEnvironment({ latency: 10 }, async ({ sandbox, openWindow, refreshes }) => {
      const windows = [openWindow(), openWindow(), openWindow()];
      const [first] = windows;
      assert.ok(first);
      const { account } = await first.signIn();
      for (let expiry = 1; expiry <= 5; expiry++) {
        sandbox.control.expireAccessTokens();
        await Promise.all(windows.map(async (window) => await window.call(account.id)));
        assert.deepEqual(refreshes(), { ok: expiry, refused: 0 });
      }
    });
  });

  it('keeps what the service said when it refused', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
      const window = openWindow();
      const { account } = await window.signIn();
      sandbox.control.expireAccessTokens();
      sandbox.control.revokeRefreshTokens();
      await assert.rejects(window.call(account.id), SessionExpiredError);
      const [session] = await window.sessions.sessions();
      assert.match(session?.endReason ?? '', /invalid_grant/);
      await window.signIn();
      assert.equal((await window.sessions.sessions())[0]?.endReason, undefined);
    });
  });

  it('uses a token that still lives while it cannot be renewed', async () => {
    await withSessionEnvironment({}, async ({ openWindow, proxy }) => {
      const clock = new FakeClock();
      const window = openWindow({ clock });
      const { account } = await window.signIn();
      clock.advance(29 * minute);
      proxy.path = '/auth/oauth/token';
      proxy.fault = { kind: 'answer', status: 503 };
      await window.call(account.id);
      assert.equal(proxy.faultCount, 1);
    });
  });

  it('says that the client secret is missing, and goes on once it is there', async () => {
    await withSessionEnvironment({}, async ({ sandbox, secrets, openWindow }) => {
      const window = openWindow();
      const { account } = await window.signIn();
      for (const key of secrets.values.keys()) {
        if (key.startsWith(secretKeyPrefixes.clientSecret)) {
          secrets.values.delete(key);
        }
      }
      sandbox.control.expireAccessTokens();
      await assert.rejects(window.call(account.id), ConfigurationError);
      assert.equal((await window.stored(account.id)).state, 'active');
      await window.setClientSecret(sandbox.clientSecret);
      await window.call(account.id);
    });
  });

  it('lets one caller leave while the renewal goes on for the others', async () => {
    await withSessionEnvironment({ latency: 20 }, async ({ sandbox, openWindow, refreshes }) => {
      const window = openWindow();
      const { account } = await window.signIn();
      const { accessToken } = await window.stored(account.id);
      sandbox.control.expireAccessTokens();
      const controller = new AbortController();
      const left = window.renewal.renewed(account.id, accessToken, controller.signal);
      const stayed = window.renewal.renewed(account.id, accessToken);
      controller.abort();
      await assert.rejects(left, CancelledError);
      assert.equal((await stayed).generation, 2);
      assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
    });
  });

  it('waits for a refresh longer than for anything else, as giving up would lose the new tokens', async () => {
    await withSessionEnvironment(
      { tokenLatency: 2500 },
      async ({ openWindow, refreshes, sandbox }) => {
        await openWindow().signIn();
        const window = openWindow({ timeout: 1000 });
        const [session] = await window.sessions.sessions();
        assert.ok(session);
        const { id } = session.account;
        const { accessToken, refreshToken } = await window.stored(id);
        sandbox.control.expireAccessTokens();
        const first = new AbortController();
        const left = window.renewal.renewed(id, accessToken, first.signal);
        await until(() => sandbox.control.tokenCalls().length === 2);
        first.abort();
        await assert.rejects(left, CancelledError);
        await until(async () => (await window.stored(id)).refreshToken !== refreshToken);
        await window.call(id);
        assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
        assert.deepEqual(window.ended, []);
      },
    );
  });

  it('renews once for an endpoint that rejects every token, and for others as before', async () => {
    await withSessionEnvironment({}, async ({ openWindow, proxy, refreshes, sandbox }) => {
      const clock = new FakeClock();
      const window = openWindow({ clock });
      const { account } = await window.signIn();
      const client = window.client(account.id);
      const list = async (): Promise<unknown> => await listLabels(client, { current: 1, size: 5 });
      proxy.path = '/api/v2/label/list';
      proxy.fault = { kind: 'answer', status: 401, body: '{"code":401,"message":"no permission"}' };
      for (let call = 0; call < 20; call++) {
        await assert.rejects(list(), /no permission/);
        await callTestEndpoint(client);
      }
      assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
      sandbox.control.expireAccessTokens();
      await callTestEndpoint(client);
      assert.deepEqual(refreshes(), { ok: 2, refused: 0 });
      // Much later the answer may be about the token again.
      clock.advance(6 * minute);
      await assert.rejects(list(), /no permission/);
      await assert.rejects(list(), /no permission/);
      assert.deepEqual(refreshes(), { ok: 3, refused: 0 });
      proxy.fault = { kind: 'pass' };
      await list();
      sandbox.control.expireAccessTokens();
      await list();
      assert.deepEqual(refreshes(), { ok: 4, refused: 0 });
    });
  });

  for (const fault of ['store', 'forget'] as const) {
    it(`goes on until the window closes if the keyring keeps nothing (${fault})`, async () => {
      await withSessionEnvironment({}, async ({ sandbox, secrets, openWindow, refreshes }) => {
        secrets.faults.add(fault);
        const window = openWindow();
        await window.setClientSecret(sandbox.clientSecret);
        const failures: StorageError[] = [];
        window.store.onDidFailToStore((error) => failures.push(error));
        const { account } = await window.signIn();
        for (let expiry = 1; expiry <= 3; expiry++) {
          sandbox.control.expireAccessTokens();
          await window.call(account.id);
          assert.deepEqual(refreshes(), { ok: expiry, refused: 0 });
        }
        assert.equal(failures.length, 4);
        assert.deepEqual(window.ended, []);
      });
    });
  }

  it('signs in and goes on if the keyring answers nothing at all', async () => {
    await withSessionEnvironment({}, async ({ sandbox, secrets, openWindow }) => {
      for (const fault of ['get', 'store', 'keys', 'delete'] as const) {
        secrets.faults.add(fault);
      }
      const window = openWindow();
      await window.setClientSecret(sandbox.clientSecret);
      const { account } = await window.signIn();
      sandbox.control.expireAccessTokens();
      await window.call(account.id);
      assert.equal((await window.sessions.sessions()).length, 1);
    });
  });

  it('keeps the session when the keyring fails in mid-renewal, and stores it when it works again', async () => {
    await withSessionEnvironment({}, async ({ sandbox, secrets, openWindow, refreshes }) => {
      const window = openWindow();
      const { account } = await window.signIn();
      secrets.faults.add('store');
      sandbox.control.expireAccessTokens();
      await window.call(account.id);
      secrets.faults.clear();
      sandbox.control.expireAccessTokens();
      await window.call(account.id);
      const other = openWindow();
      await other.call(account.id);
      assert.equal((await other.stored(account.id)).generation, 3);
      assert.deepEqual(refreshes(), { ok: 2, refused: 0 });
    });
  });

  it('sends nothing after a restart, and ends nothing, if the keyring had not kept the last tokens', async () => {
    await withSessionEnvironment(
      {},
      async ({ sandbox, secrets, folder, openWindow, refreshes }) => {
        const before = openWindow();
        const { account } = await before.signIn();
        secrets.faults.add('store');
        sandbox.control.expireAccessTokens();
        await before.call(account.id);
        before.dispose();
        secrets.faults.clear();
        const earlier = new Date(performance.timeOrigin - 2 * minute);
        await removeHandovers(folder);
        for (const path of await filesOf(folder, 'generation')) {
          await utimes(path, earlier, earlier);
        }
        const after = openWindow();
        for (let attempt = 0; attempt < 2; attempt++) {
          await assert.rejects(
            after.call(account.id),
            (error) => error instanceof StorageError && error.operation === 'missing',
          );
        }
        assert.deepEqual(after.ended, []);
        assert.equal((await after.stored(account.id)).state, 'active');
        assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
        await after.signIn();
        await after.call(account.id);
      },
    );
  });

  it('asks a window that can neither see nor open the tokens of another to reload, and sends nothing', async () => {
    await withSessionEnvironment(
      {},
      async ({ folder, sandbox, secrets, openWindow, refreshes }) => {
        const window = openWindow();
        const { account } = await window.signIn();
        const blind = openWindow({ secrets: new SnapshotSecretStore(secrets) });
        const behind: unknown[] = [];
        blind.onDidFallBehind((session) => behind.push(session));
        sandbox.control.expireAccessTokens();
        await window.call(account.id);
        await removeHandovers(folder);
        for (let attempt = 0; attempt < 3; attempt++) {
          await assert.rejects(
            blind.call(account.id),
            (error) => error instanceof StorageError && error.operation === 'renewedElsewhere',
          );
        }
        assert.equal(behind.length, 1);
        assert.deepEqual(blind.ended, []);
        assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
        const reloaded = openWindow({ secrets: new SnapshotSecretStore(secrets) });
        await reloaded.call(account.id);
        await window.call(account.id);
      },
    );
  });

  it('does not bring back a session that was signed out during its renewal', async () => {
    await withSessionEnvironment({}, async ({ sandbox, proxy, openWindow }) => {
      const window = openWindow();
      const other = openWindow();
      const { account } = await window.signIn();
      sandbox.control.expireAccessTokens();
      const removed = Promise.withResolvers<void>();
      proxy.path = '/auth/oauth/token';
      proxy.fault = {
        kind: 'delayAnswer',
        until: removed.promise,
      };
      const failing = assert.rejects(window.call(account.id), SessionExpiredError);
      await until(() => proxy.faultCount === 1);
      await other.sessions.remove(account.id);
      removed.resolve();
      await failing;
      assert.deepEqual(await window.sessions.sessions(), []);
      assert.deepEqual(await other.sessions.sessions(), []);
      assert.deepEqual(window.ended, []);
      proxy.fault = { kind: 'pass' };
      await window.signIn();
      await other.call(account.id);
    });
  });

  it('keeps the new tokens if another window took this one for dead and was refused', async () => {
    await withSessionEnvironment({}, async ({ sandbox, proxy, openWindow, folder }) => {
      const slow = openWindow();
      const other = openWindow();
      const { account } = await slow.signIn();
      sandbox.control.expireAccessTokens();
      const resumed = Promise.withResolvers<void>();
      proxy.path = '/auth/oauth/token';
      proxy.fault = { kind: 'delayAnswer', until: resumed.promise };
      const answer = slow.call(account.id);
      await until(() => proxy.faultCount === 1);
      await until(() => sandbox.control.tokenCalls().length === 2);
      proxy.fault = { kind: 'pass' };
      await takeOver(folder, account.id);
      await assert.rejects(other.call(account.id), SessionExpiredError);
      resumed.resolve();
      await answer;
      assert.equal((await slow.stored(account.id)).state, 'active');
      await other.call(account.id);
    });
  });
});
