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

describe('a sandbox that the extension has started', () => {
  it('leaves nothing behind when it is stopped', async () => {
    await inTemporaryFolder(async (folder) => {
      // The extension's own keyring is VS Code's, which nobody can list.
      const secrets = new InMemorySecretStore();
      const memory = new KeyValueStore();
      const sandbox = await startSandbox({ labels: 1 });
      const { baseUrl, clientId } = sandbox;
      const window = new SessionWindow({ baseUrl, clientId, folder, secrets });
      const { clientSecrets, log, sessions } = window;
      const connections = new Connections(log);
      const connection = new SandboxConnection({
        start: async () => await Promise.resolve(sandbox),
        connections,
        clientSecrets,
        signOut: new SignOut(sessions, clientSecrets, () => connections.all()),
        memory: new SandboxMemory(memory),
      });
      try {
        await connection.start();
        await window.signIn();
        await window.signIn({ tenant: 'acme-asia' });
        assert.equal(secrets.values.size, 3);
        assert.equal(memory.values.size, 1);
        await connection.stop();
        assert.deepEqual(connections.all(), []);
        assert.deepEqual([...secrets.values.keys()], []);
        assert.deepEqual([...memory.values.values()], [[]]);
        const files = await readdir(folder, { recursive: true, withFileTypes: true });
        assert.deepEqual(
          files.filter((entry) => entry.isFile()).map(({ name }) => name),
          [],
        );
      } finally {
        connections.dispose();
        window.dispose();
      }
    });
  });
});
