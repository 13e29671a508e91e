import assert from 'node:assert/strict';
import {
  usableEntry,
  type ConnectionEntry,
} from '../../../../src/core/connections/connectionEntry.ts';
import { SignOut } from '../../../../src/core/session/signOut.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../../support/sessionFixture.ts';

interface SignOutEnvironment {
  readonly signOut: SignOut;
  readonly window: SessionWindow;
  /** The connections of the settings, at first the one that is signed in to. */
  readonly connections: ConnectionEntry[];
  readonly storedKeys: () => readonly string[];
}

/** Two accounts that are signed in to one app. */
async function withSignOut(
  test: (environment: SignOutEnvironment) => Promise<void>,
): Promise<void> {
  await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
    const window = openWindow();
    await window.signIn();
    await window.signIn({ tenant: 'acme-asia' });
    const connections = [usableEntry(window.connection)];
    const signOut = new SignOut(window.sessions, window.clientSecrets, () => connections);
    const storedKeys = (): readonly string[] => [...secrets.values.keys()];
    await test({ signOut, window, connections, storedKeys });
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

  it('leaves another app of the same service alone', async () => {
    await withSignOut(async ({ signOut, storedKeys, window }) => {
      const before = storedKeys();
      await signOut.ofApp({ ...window.connection, clientId: 'other' });
      assert.deepEqual(storedKeys(), before);
    });
  });

  it('keeps the client secret of a connection at sign-out', async () => {
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

  it('deletes that of a connection which has gone with the last sign-in to it', async () => {
    await withSignOut(async ({ signOut, connections, storedKeys, window }) => {
      connections.pop();
      const [first, second] = await window.sessions.sessions();
      assert.ok(first !== undefined && second !== undefined);
      await signOut.ofAccount(first.account.id);
      assert.equal(storedKeys().length, 2);
      await signOut.ofAccount(second.account.id);
      assert.deepEqual(storedKeys(), []);
    });
  });
});
