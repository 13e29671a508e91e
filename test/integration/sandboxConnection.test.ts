import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { Connections } from '../../src/connections/connections.ts';
import { SandboxConnection } from '../../src/connections/sandboxConnection.ts';
import { SandboxMemory } from '../../src/connections/sandboxMemory.ts';
import { SignOut } from '../../src/core/session/signOut.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { InMemorySecretStore } from '../support/inMemorySecretStore.ts';
import { KeyValueStore } from '../support/keyValueStore.ts';
import { SessionWindow } from '../support/sessionFixture.ts';
import { inTemporaryFolder } from '../support/temporaryFolder.ts';

interface SandboxEnvironment {
  readonly connection: SandboxConnection;
  readonly connections: Connections;
  readonly folder: string;
  readonly memory: KeyValueStore;
  /** The extension's own keyring is VS Code's, which nobody can list. */
  readonly secrets: InMemorySecretStore;
  readonly openWindow: () => SessionWindow;
  /** The one that runs the sandbox. */
  readonly window: SessionWindow;
}

/** A sandbox that has been started in one of the windows over a shared folder and keyring. */
async function withRunningSandbox(
  test: (environment: SandboxEnvironment) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const secrets = new InMemorySecretStore();
    const memory = new KeyValueStore();
    const sandbox = await startSandbox({ labels: 1 });
    const { baseUrl, clientId } = sandbox;
    const windows: SessionWindow[] = [];
    const openWindow = (): SessionWindow => {
      const window = new SessionWindow({ baseUrl, clientId, folder, secrets });
      windows.push(window);
      return window;
    };
    const window = openWindow();
    const { clientSecrets, log, sessions } = window;
    const connections = new Connections(log);
    const connection = new SandboxConnection({
      start: async () => await Promise.resolve(sandbox),
      connections,
      clientSecrets,
      signOut: new SignOut(
        sessions,
        clientSecrets,
        async () => await Promise.resolve(connections.apps()),
      ),
      memory: new SandboxMemory(memory),
    });
    try {
      await connection.start();
      await test({ connection, connections, folder, memory, openWindow, secrets, window });
    } finally {
      await connection.stop();
      connections.dispose();
      for (const each of windows) {
        each.dispose();
      }
    }
  });
}

describe('a sandbox that the extension has started', () => {
  it('leaves nothing behind but the marks of its sign-outs when it is stopped', async () => {
    await withRunningSandbox(async (environment) => {
      const { connection, connections, folder, memory, secrets, window } = environment;
      await window.signIn();
      await window.signIn({ tenant: 'acme-asia' });
      assert.equal(secrets.values.size, 3);
      assert.equal(memory.values.size, 1);
      await connection.stop();
      assert.deepEqual(connections.all(), []);
      const keys = [...secrets.values.keys()];
      assert.equal(keys.length, 2);
      assert.ok(keys.every((key) => key.startsWith('workforce.signedOut.')));
      assert.deepEqual([...memory.values.values()], [[]]);
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      const names = files.filter((entry) => entry.isFile()).map(({ name }) => name);
      assert.equal(names.length, 2);
      assert.ok(names.every((name) => name.endsWith('.signedOut')));
    });
  });

  it('keeps its secret when another window signs its last account out', async () => {
    await withRunningSandbox(async ({ memory, openWindow, window }) => {
      const { account } = await window.signIn();
      const other = openWindow();
      const memoryOfOther = new SandboxMemory(memory);
      const { clientSecrets, sessions } = other;
      const signOut = new SignOut(
        sessions,
        clientSecrets,
        async () => await memoryOfOther.running(),
      );
      await signOut.ofAccount(account.id);
      assert.deepEqual(await window.sessions.sessions(), []);
      await window.signIn();
    });
  });
});
