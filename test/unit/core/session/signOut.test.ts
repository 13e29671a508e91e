import assert from 'node:assert/strict';
import { AppData } from '../../../src/connections/appData.ts';
import {
  usableEntry,
  type ConnectionEntry,
} from '../../../src/core/connections/connectionEntry.ts';
import { withSessionEnvironment } from '../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../support/sessionFixture.ts';

interface AppDataEnvironment {
  readonly appData: AppData;
  readonly window: SessionWindow;
  /** The connections of the settings, at first the one that is signed in to. */
  readonly connections: ConnectionEntry[];
  readonly storedKeys: () => readonly string[];
}

/** Two accounts that are signed in to one app. */
async function withAppData(
  test: (environment: AppDataEnvironment) => Promise<void>,
): Promise<void> {
  await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
    const window = openWindow();
    await window.signIn();
    await window.signIn({ tenant: 'acme-asia' });
    const connections = [usableEntry(window.connection)];
    const appData = new AppData(window.sessions, window.clientSecrets, () => connections);
    const storedKeys = (): readonly string[] => [...secrets.values.keys()];
    await test({ appData, window, connections, storedKeys });
  });
}

describe('AppData', () => {
  it('leaves nothing of an app that is forgotten', async () => {
    await withAppData(async ({ appData, storedKeys, window }) => {
      assert.equal((await appData.sessionsOf(window.connection)).length, 2);
      await appData.forget(window.connection);
      assert.deepEqual(storedKeys(), []);
      assert.deepEqual(await window.sessions.sessions(), []);
    });
  });

  it('leaves another app of the same service alone', async () => {
    await withAppData(async ({ appData, storedKeys, window }) => {
      const before = storedKeys();
      await appData.forget({ ...window.connection, clientId: 'other' });
      assert.deepEqual(storedKeys(), before);
    });
  });

  it('keeps the client secret of a connection at sign-out', async () => {
    await withAppData(async ({ appData, storedKeys, window }) => {
      for (const { account } of await window.sessions.sessions()) {
        await appData.signOut(account.id);
      }
      assert.deepEqual(
        storedKeys().map((key) => key.replace(/[^.]*$/, '')),
        ['workforce.clientSecret.'],
      );
    });
  });

  it('deletes that of a connection which has gone with the last sign-in to it', async () => {
    await withAppData(async ({ appData, connections, storedKeys, window }) => {
      connections.pop();
      const [first, second] = await window.sessions.sessions();
      assert.ok(first !== undefined && second !== undefined);
      await appData.signOut(first.account.id);
      assert.equal(storedKeys().length, 2);
      await appData.signOut(second.account.id);
      assert.deepEqual(storedKeys(), []);
    });
  });
});
