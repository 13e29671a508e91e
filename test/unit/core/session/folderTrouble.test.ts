import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AccountId } from '../../../../src/core/account/account.ts';
import { systemClock } from '../../../../src/core/async/clock.ts';
import { SessionExpiredError } from '../../../../src/core/errors/sessionExpiredError.ts';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { AccountLock } from '../../../../src/core/locks/accountLock.ts';
import { SessionFolder } from '../../../../src/core/session/sessionFolder.ts';
import { isSignOutMark } from '../../../../src/core/session/signOutMarks.ts';
import { accountOfSession, lineageFileOf } from '../../../../src/core/session/storedSession.ts';
import { CountedWaits } from '../../../support/countedWaits.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FaultyDisk } from '../../../support/faultyDisk.ts';
import type { InMemorySecretStore } from '../../../support/inMemorySecretStore.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';
import { storedSession } from '../../../support/storedSession.ts';
import { inTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { until } from '../../../support/until.ts';
import { unprivilegedUser, withoutPrivileges } from '../../../support/withoutPrivileges.ts';

const { id } = accountOfSession(storedSession());

/** Replaces the random number of a sign-in, for a comparison. */
function withoutLineage(name: string): string {
  return name.replace(/\b[0-9a-f]{16}\b/, '*');
}

/** Name of the file that marks a sign-out of an account. */
function markOf(account: AccountId): string {
  return `${account}.*.signedOut`;
}

/** Returns the keys of the secrets that sessions need. */
function sessionKeys(secrets: InMemorySecretStore): readonly string[] {
  return [...secrets.values.keys()].filter((key) => /\.(?:session|renewalClaim)\./.test(key));
}

/** Gives `folder` to the user that the test runs as. */
async function handOver(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (process.getuid?.() === 0) {
    await chown(folder, unprivilegedUser, unprivilegedUser);
    for (const name of await readdir(folder)) {
      await chown(join(folder, name), unprivilegedUser, unprivilegedUser);
    }
  }
}

describe('a folder that cannot be written to for a moment', function () {
  before(function () {
    if (process.platform === 'win32') {
      this.skip();
    }
  });

  it('fails neither a file that is written nor one that is removed', async () => {
    await inTemporaryFolder(async (parent) => {
      await chmod(parent, 0o755);
      const path = join(parent, 'sessions');
      await handOver(path);
      const folder = new SessionFolder(path);
      await withoutPrivileges(async () => await folder.write(`${id}.x`, '1'));
      for (const work of [
        async () => await folder.write(`${id}.x`, '2'),
        async () => await folder.remove(await folder.names()),
      ]) {
        await withoutPrivileges(async () => {
          await chmod(path, 0o500);
          // By the same clock as the attempts: however late they are, the later ones come after it.
          setTimeout(() => chmodSync(path, 0o700), 300);
          await work();
        });
      }
      assert.deepEqual(await readdir(path), []);
    });
  });

  it('stalls nobody who waits for the lock, even when it lasts', async () => {
    await inTemporaryFolder(async (parent) => {
      await chmod(parent, 0o755);
      const path = join(parent, 'sessions');
      await handOver(path);
      await withoutPrivileges(async () => {
        const held = await new AccountLock(path, systemClock).acquire(id);
        await chmod(path, 0o500);
        await held.release();
        await chmod(path, 0o700);
        const waits = new CountedWaits();
        const next = await new AccountLock(path, waits.clock).acquire(id);
        assert.ok(waits.milliseconds < 1000, String(waits.milliseconds));
        await next.release();
      });
      assert.deepEqual(await readdir(path), [`${id}.2.free`]);
    });
  });

  for (const [name, milliseconds] of [
    ['passes', 800],
    ['lasts', 5000],
  ] as const) {
    it(`does not fail a refresh that is stored when it ${name}`, async () => {
      await withSessionEnvironment({ tokenLatency: 300 }, async (environment) => {
        const { folder, openWindow, refreshes, sandbox } = environment;
        const window = openWindow();
        const { account } = await window.signIn();
        const path = join(folder, 'sessions');
        await chmod(folder, 0o755);
        await handOver(path);
        sandbox.control.expireAccessTokens();
        await withoutPrivileges(async () => {
          const answer = window.call(account.id);
          await until(() => sandbox.control.tokenCalls().length === 2);
          await chmod(path, 0o500);
          const restored = new Promise((resolve) => {
            setTimeout(resolve, milliseconds);
          }).then(async () => await chmod(path, 0o700));
          await answer;
          assert.equal((await window.stored(account.id)).generation, 2);
          await restored;
          sandbox.control.expireAccessTokens();
          await openWindow().call(account.id);
        });
        assert.deepEqual(refreshes(), { ok: 2, refused: 0 });
      });
    });
  }

  it('says so in the end, if it lasts', async () => {
    await inTemporaryFolder(async (parent) => {
      await chmod(parent, 0o755);
      const path = join(parent, 'sessions');
      await handOver(path);
      await chmod(path, 0o500);
      await withoutPrivileges(async () => {
        await assert.rejects(new SessionFolder(path).write(`${id}.x`, '1'), StorageError);
        await assert.rejects(new AccountLock(path, systemClock).acquire(id), StorageError);
      });
    });
  });
});

describe('a folder that is lost', () => {
  const losses: Readonly<Record<string, (path: string) => Promise<void>>> = {
    'is deleted': async (path) => await rm(path, { recursive: true }),
    'is moved away': async (path) => await rename(path, `${path}.away`),
    'is another one': async (path) => {
      await rm(path, { recursive: true });
      await mkdir(path);
      await writeFile(join(path, 'something'), '');
    },
  };
  for (const [name, lose] of Object.entries(losses)) {
    it(`signs nobody out when it ${name}`, async () => {
      await withSessionEnvironment({ refreshTokenReuse: 'revoke' }, async (environment) => {
        const { folder, openWindow, refreshes, sandbox } = environment;
        const windows = [openWindow(), openWindow()] as const;
        const { account } = await windows[0].signIn();
        for (const window of windows) {
          await window.call(account.id);
        }
        await lose(join(folder, 'sessions'));
        for (let expiry = 1; expiry <= 2; expiry++) {
          sandbox.control.expireAccessTokens();
          for (const window of windows) {
            await window.call(account.id);
          }
          assert.deepEqual(refreshes(), { ok: expiry, refused: 0 });
        }
        // A sign-out is seen in the folder that has taken its place.
        await windows[0].sessions.remove(account.id);
        await assert.rejects(windows[1].call(account.id), SessionExpiredError);
      });
    });
  }

  it('does not lose what a renewal under way brings', async () => {
    await withSessionEnvironment({ tokenLatency: 500 }, async (environment) => {
      const { folder, openWindow, refreshes, sandbox } = environment;
      const window = openWindow();
      const { account } = await window.signIn();
      sandbox.control.expireAccessTokens();
      const answer = window.call(account.id);
      await until(() => sandbox.control.tokenCalls().length === 2);
      await rm(join(folder, 'sessions'), { recursive: true });
      await answer;
      sandbox.control.expireAccessTokens();
      await openWindow().call(account.id);
      assert.deepEqual(refreshes(), { ok: 2, refused: 0 });
    });
  });
});

describe('a sign-out', function () {
  it('leaves nothing of the account but its mark, in the store and in the folder', async () => {
    await withSessionEnvironment({}, async (environment) => {
      const { folder, openWindow, sandbox, secrets } = environment;
      const window = openWindow();
      const { account } = await window.signIn();
      const kept = await window.signIn({ tenant: 'acme-asia' });
      sandbox.control.expireAccessTokens();
      await window.call(account.id);
      await window.signIn();
      // Two records that an earlier release could not read and set aside.
      for (const text of ['{', '{}']) {
        secrets.values.set(`workforce.session.unreadable.${account.id}.${text.length}`, text);
      }
      const path = join(folder, 'sessions');
      const present = async (of: string): Promise<readonly string[]> => [
        ...[...secrets.values.keys()].filter((key) => key.includes(of)),
        ...(await readdir(path)).filter((name) => name.includes(of)),
      ];
      assert.ok((await present(account.id)).length >= 6);
      const others = await present(kept.account.id);
      await window.sessions.remove(account.id);
      // Both sign-ins of the account are marked, by random numbers.
      const mark = `workforce.signedOut.${account.id}.*`;
      assert.deepEqual((await present(account.id)).map(withoutLineage), [
        mark,
        mark,
        markOf(account.id),
        markOf(account.id),
      ]);
      assert.deepEqual(await present(kept.account.id), others);
      await window.sessions.remove(kept.account.id);
      assert.deepEqual(
        new Set((await readdir(path)).map(withoutLineage)),
        new Set([markOf(account.id), markOf(kept.account.id)]),
      );
      assert.deepEqual(
        new Set([...secrets.values.keys()].map((key) => key.replace(/[0-9a-f.]+$/, ''))),
        new Set(['workforce.clientSecret', 'workforce.signedOut']),
      );
    });
  });

  it('leaves nothing when a renewal was under way in another window', async () => {
    await withSessionEnvironment({ tokenLatency: 3000 }, async (environment) => {
      const { folder, openWindow, sandbox, secrets } = environment;
      const [window, other] = [openWindow(), openWindow()];
      const { account } = await window.signIn();
      sandbox.control.expireAccessTokens();
      const answer = assert.rejects(other.call(account.id));
      await until(() => sandbox.control.tokenCalls().length === 2);
      await window.sessions.remove(account.id);
      await answer;
      // The other window leaves last, whatever its call has been told.
      const left = async (): Promise<readonly string[]> =>
        (await readdir(join(folder, 'sessions'))).map(withoutLineage);
      await until(async () => (await left()).length === 1);
      assert.deepEqual(await left(), [markOf(account.id)]);
      assert.deepEqual(sessionKeys(secrets), []);
    });
  });

  it('is reported at once, and leaves the lock alone that another window holds', async () => {
    await withSessionEnvironment({}, async ({ folder, openWindow, secrets }) => {
      const window = openWindow();
      const { account } = await window.signIn();
      // The session is no longer shown while the other window keeps this one waiting.
      const leftAtReport: number[] = [];
      window.sessions.onDidChangeSessions(({ removed }) => {
        leftAtReport.push(...removed.map(() => sessionKeys(secrets).length));
      });
      const held = await new AccountLock(join(folder, 'sessions'), systemClock).acquire(account.id);
      await window.sessions.remove(account.id);
      assert.deepEqual(leftAtReport, [1]);
      assert.deepEqual(sessionKeys(secrets), []);
      assert.ok(await held.isStillHeld());
      await held.release();
    });
  });

  it('leaves what a sign-in has left for other windows meanwhile', async () => {
    await withSessionEnvironment({}, async ({ folder, openWindow, secrets }) => {
      const window = openWindow();
      const { account } = await window.signIn();
      const name = `${account.id}.${'f'.repeat(16)}.generation`;
      const path = join(folder, 'sessions');
      const deleteSecret = secrets.delete.bind(secrets);
      secrets.delete = async (key) => {
        await writeFile(join(path, name), '1');
        await deleteSecret(key);
      };
      await window.sessions.remove(account.id);
      const names = await readdir(path);
      assert.ok(names.includes(name), names.join());
      assert.equal(names.filter((each) => each.endsWith('.generation')).length, 1);
    });
  });

  it('is not blocked by a folder that cannot be written to', async () => {
    await withSessionEnvironment({}, async (environment) => {
      const { folder, openWindow, refreshes, sandbox, secrets } = environment;
      const window = openWindow();
      const { account } = await window.signIn();
      const path = join(folder, 'sessions');
      await chmod(folder, 0o755);
      await handOver(path);
      await chmod(path, 0o500);
      await withoutPrivileges(async () => {
        await window.sessions.remove(account.id);
      });
      await chmod(path, 0o700);
      assert.deepEqual(await window.sessions.sessions(), []);
      assert.deepEqual(sessionKeys(secrets), []);
      // A window that has the session in its memory still does not bring it back.
      sandbox.control.expireAccessTokens();
      await assert.rejects(window.call(account.id));
      assert.deepEqual(refreshes(), { ok: 0, refused: 0 });
      // Nor are the leftovers in the way of the next sign-in, whose end takes them along.
      await window.signIn();
      await window.call(account.id);
      await window.sessions.remove(account.id);
      const files = await readdir(path);
      assert.deepEqual(files.map(withoutLineage), [markOf(account.id), markOf(account.id)]);
    });
  });

  it('leaves what a sign-in adds while it removes the files', async () => {
    await withSessionEnvironment({}, async ({ folder, openWindow }) => {
      using disk = new FaultyDisk();
      const window = openWindow();
      const { account } = await window.signIn();
      const later = ['generation', 'handover'].map((end) =>
        join(folder, 'sessions', `${account.id}.${'f'.repeat(16)}.${end}`),
      );
      disk.fault = (operation) => {
        if (operation === 'rm') {
          later.forEach((path) => writeFileSync(path, '1'));
        }
        return undefined;
      };
      await window.sessions.remove(account.id);
      disk.fault = undefined;
      const left = await readdir(join(folder, 'sessions'));
      assert.deepEqual(
        left.filter((name) => lineageFileOf(name) !== undefined),
        later.map((path) => basename(path)),
      );
    });
  });

  for (const [when, isRestarted, unwritten] of [
    ['as soon as it can', false, undefined],
    ['in a later window', true, undefined],
    ['in a later window, also of a sign-in that could not be noted', true, '.generation'],
  ] as const) {
    it(`removes what it could not remove ${when}`, async () => {
      await withSessionEnvironment({}, async ({ folder, openWindow }) => {
        using disk = new FaultyDisk();
        const clock = new FakeClock(Date.now());
        const window = openWindow({ clock });
        disk.fault = (operation, path) =>
          operation === 'writeFile' && unwritten !== undefined && path.includes(unwritten)
            ? 'ENOSPC'
            : undefined;
        const { account } = await window.signIn();
        disk.fault = (operation, path) =>
          operation === 'rm' && path.endsWith('.handover') ? 'EIO' : undefined;
        await window.sessions.remove(account.id);
        const left = async (): Promise<readonly string[]> => {
          const names = await readdir(join(folder, 'sessions'));
          return names.filter((name) => !isSignOutMark(name));
        };
        const ends = new Set((await left()).map((name) => name.split('.').at(-1)));
        assert.ok(ends.has('handover'));
        assert.equal(ends.has('generation'), unwritten === undefined);
        disk.fault = undefined;
        if (isRestarted) {
          window.dispose();
          assert.deepEqual(await openWindow({ clock }).sessions.sessions(), []);
        }
        await until(async () => {
          clock.advance(1000);
          return (await left()).length === 0;
        });
      });
    });
  }
});
