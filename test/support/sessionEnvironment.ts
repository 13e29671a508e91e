import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { InMemorySecretStore } from './inMemorySecretStore.ts';
import { SessionWindow, type SessionWindowOptions } from './sessionFixture.ts';
import { TcpProxy } from './tcpProxy.ts';
import { inTemporaryFolder } from './temporaryFolder.ts';

/** The real sandbox behind a proxy, a shared folder and a keyring, and windows over them. */
export interface SessionEnvironment {
  readonly sandbox: Sandbox;
  readonly proxy: TcpProxy;
  readonly secrets: InMemorySecretStore;
  readonly folder: string;
  /** Opens a window over the shared folder and keyring. */
  readonly openWindow: (changes?: Partial<SessionWindowOptions>) => SessionWindow;
  /** Number of requests for new tokens at the sandbox, by result. */
  readonly refreshes: () => { readonly ok: number; readonly refused: number };
}

/** Runs `test` in such an environment, and ends it afterwards. `now` is the clock of the sandbox. */
export async function withSessionEnvironment(
  options: Partial<SandboxOptions>,
  test: (environment: SessionEnvironment) => Promise<void>,
  now?: () => number,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const sandbox = await startSandbox({ labels: 30, oddLabels: true, ...options }, now);
    const proxy = await TcpProxy.start(sandbox.baseUrl);
    const secrets = new InMemorySecretStore();
    const windows: SessionWindow[] = [];
    const openWindow = (changes: Partial<SessionWindowOptions> = {}): SessionWindow => {
      const { baseUrl } = proxy;
      const { clientId } = sandbox;
      const window = new SessionWindow({ baseUrl, clientId, folder, secrets, ...changes });
      windows.push(window);
      return window;
    };
    const refreshes = (): { ok: number; refused: number } => {
      const calls = sandbox.control
        .tokenCalls()
        .filter(({ grantType }) => grantType === 'refresh_token');
      const ok = calls.filter(({ outcome }) => outcome === 'ok').length;
      return { ok, refused: calls.length - ok };
    };
    try {
      await openWindow().setClientSecret(sandbox.clientSecret);
      await test({ sandbox, proxy, secrets, folder, openWindow, refreshes });
    } finally {
      for (const window of windows) {
        window.dispose();
      }
      await proxy.close();
      await sandbox.close();
    }
  });
}
