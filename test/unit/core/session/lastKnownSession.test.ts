import assert from 'node:assert/strict';
import type { AccountId } from '../../../../src/core/account/account.ts';
import type { AccessTokenValue } from '../../../../src/core/account/tokens.ts';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';
import { SessionExpiredError } from '../../../../src/core/errors/sessionExpiredError.ts';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import type { SecretStore } from '../../../../src/core/secrets/secretStore.ts';
import type { StoredSession } from '../../../../src/core/session/storedSession.ts';
import { SnapshotSecretStore } from '../../../support/inMemorySecretStore.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../../support/sessionFixture.ts';
import { until } from '../../../support/until.ts';

/** A secret store that answers when it is let, and may keep to itself what changes. */
class HeldSecretStore implements SecretStore {
  readonly #secrets: SecretStore;
  #released = Promise.resolve();
  #release = (): void => undefined;

  /** A part of the keys that cannot be deleted. */
  refuseToDelete: string | undefined;

  readonly onDidChange: SecretStore['onDidChange'];

  constructor(secrets: SecretStore, reports: 'reports' | 'keepsSilent' = 'reports') {
    this.#secrets = secrets;
    this.onDidChange =
      reports === 'reports' ? secrets.onDidChange : () => ({ dispose: () => undefined });
  }

  hold(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#released = promise;
    this.#release = resolve;
  }

  release(): void {
    this.#release();
  }

  async keys(): Promise<readonly string[]> {
    return await this.#secrets.keys();
  }

  async get(key: string): Promise<string | undefined> {
    const value = await this.#secrets.get(key);
    await this.#released;
    return value;
  }

  async store(key: string, value: string): Promise<void> {
    await this.#secrets.store(key, value);
  }

  async delete(key: string): Promise<void> {
    if (this.refuseToDelete !== undefined && key.includes(this.refuseToDelete)) {
      throw new Error('It does not delete.');
    }
    await this.#secrets.delete(key);
  }
}

/** Has a window renew a session; returns the token from before, and the session. */
async function renewIn(
  window: SessionWindow,
  id: AccountId,
): Promise<{ readonly accessToken: AccessTokenValue; readonly renewed: StoredSession }> {
  const { accessToken } = await window.stored(id);
  return { accessToken, renewed: await window.renewal.renewed(id, accessToken) };
}

describe('the last known session', () => {
  it('is used by a request while the secret store does not answer', async () => {
    await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
      const { account } = await openWindow().signIn();
      const held = new HeldSecretStore(secrets);
      const window = openWindow({ secrets: held });
      await window.sessions.sessions();
      held.hold();
      // Released for what reads behind the request.
      await window.call(account.id).finally(() => held.release());
    });
  });

  it('is not handed out for what has been cancelled', async () => {
    await withSessionEnvironment({}, async ({ openWindow }) => {
      const window = openWindow();
      const { account } = await window.signIn();
      await window.call(account.id);
      await assert.rejects(
        window.renewal.lastKnown(account.id, AbortSignal.abort()),
        CancelledError,
      );
    });
  });

  it('is forgotten as soon as another window has renewed it or signed out', async () => {
    await withSessionEnvironment({}, async ({ openWindow, proxy }) => {
      const [window, other] = [openWindow(), openWindow()];
      const { account } = await other.signIn();
      await window.call(account.id);
      const { renewed } = await renewIn(other, account.id);
      assert.equal((await window.renewal.lastKnown(account.id)).accessToken, renewed.accessToken);
      await other.sessions.remove(account.id);
      proxy.fault = { kind: 'answer', status: 500 };
      await assert.rejects(window.call(account.id), SessionExpiredError);
      assert.equal(proxy.faultCount, 0);
    });
  });

  it('is out of date for one use where the platform does not report what other windows store', async () => {
    await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
      const window = openWindow({ secrets: new HeldSecretStore(secrets, 'keepsSilent') });
      const other = openWindow();
      const { account } = await other.signIn();
      await window.sessions.sessions();
      const { accessToken, renewed } = await renewIn(other, account.id);
      assert.equal((await window.renewal.lastKnown(account.id)).accessToken, accessToken);
      await until(() => window.store.lastRead(account.id)?.accessToken === renewed.accessToken);
      await window.call(account.id);
    });
  });

  it('is read before the user has to sign in, or a token is renewed', async () => {
    await withSessionEnvironment({}, async ({ openWindow, refreshes, secrets }) => {
      const window = openWindow({ secrets: new HeldSecretStore(secrets, 'keepsSilent') });
      const other = openWindow();
      const { account } = await other.signIn();
      await window.sessions.sessions();
      const { accessToken, renewed } = await renewIn(other, account.id);
      const adopted = await window.renewal.renewed(account.id, accessToken);
      assert.equal(adopted.accessToken, renewed.accessToken);
      assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
    });
  });

  it('is not what a reading brings that began before a change', async () => {
    await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
      const held = new HeldSecretStore(secrets);
      const [window, other] = [openWindow({ secrets: held }), openWindow()];
      const { account } = await other.signIn();
      held.hold();
      const reading = window.store.read(account.id);
      const { accessToken } = await renewIn(other, account.id);
      held.release();
      assert.equal((await reading)?.accessToken, accessToken);
      assert.equal(window.store.lastRead(account.id), undefined);
    });
  });

  it('is renewed where what another window has stored since is rejected as well', async () => {
    await withSessionEnvironment({}, async ({ openWindow, refreshes, sandbox, secrets }) => {
      const window = openWindow({ secrets: new HeldSecretStore(secrets, 'keepsSilent') });
      const other = openWindow();
      const { account } = await other.signIn();
      await window.call(account.id);
      await renewIn(other, account.id);
      sandbox.control.expireAccessTokens();
      await window.call(account.id);
      assert.deepEqual(refreshes(), { ok: 2, refused: 0 });
    });
  });

  it('is renewed where what another window has handed over is rejected as well', async () => {
    await withSessionEnvironment({}, async ({ openWindow, refreshes, sandbox, secrets }) => {
      const other = openWindow();
      const { account } = await other.signIn();
      const window = openWindow({ secrets: new SnapshotSecretStore(secrets) });
      await window.call(account.id);
      await renewIn(other, account.id);
      sandbox.control.expireAccessTokens();
      await window.call(account.id);
      assert.deepEqual(refreshes(), { ok: 2, refused: 0 });
    });
  });

  it('has gone once all sessions were read without it', async () => {
    await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
      const window = openWindow({ secrets: new HeldSecretStore(secrets, 'keepsSilent') });
      const other = openWindow();
      const { account } = await other.signIn();
      await window.sessions.sessions();
      await other.sessions.remove(account.id);
      assert.deepEqual(await window.sessions.sessions(), []);
      await assert.rejects(window.renewal.lastKnown(account.id), SessionExpiredError);
    });
  });

  it('has gone with a sign-out that fails at what stands beside the session', async () => {
    await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
      const silent = new HeldSecretStore(secrets, 'keepsSilent');
      const window = openWindow({ secrets: silent });
      const { account } = await window.signIn();
      silent.refuseToDelete = 'renewalClaim';
      silent.hold();
      const reading = window.store.read(account.id);
      silent.release();
      await assert.rejects(window.sessions.remove(account.id), StorageError);
      await reading;
      assert.equal(window.store.lastRead(account.id), undefined);
      assert.equal(await window.store.read(account.id), undefined);
    });
  });
});
