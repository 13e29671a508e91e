import * as vscode from 'vscode';
import { textLanguage } from '../commands/textLanguage.ts';
import type { ClientApp } from '../core/account/clientApp.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { ConnectionEntry } from '../core/connections/connectionEntry.ts';
import type { Log } from '../core/log/log.ts';
import type { SessionParts } from '../core/session/createSessions.ts';
import type { SignOut } from '../core/session/signOut.ts';
import { callbackUri } from '../ids.ts';
import { Connections } from './connections.ts';
import type { pickConnection } from './pickConnection.ts';
import type { RunningSandbox, SandboxConnection } from './sandboxConnection.ts';
import { SandboxMemory } from './sandboxMemory.ts';

interface SandboxModule {
  readonly startSandbox: (options: {
    readonly language: string;
    readonly redirectUris: string[];
  }) => Promise<RunningSandbox>;
}

/** Dependencies of connections. */
export interface CreateConnectionsOptions extends Pick<SessionParts, 'clientSecrets' | 'sessions'> {
  /** Storage for the sandboxes of all windows. */
  readonly memento: vscode.Memento;
  /** Loads the sandbox module when the user starts a sandbox. */
  readonly loadSandbox: () => Promise<SandboxModule>;
  readonly log: Log;
}

/** Questions about connections that are asked during another task, for example a sign-in. */
interface ConnectionQuestions {
  readonly connections: () => readonly ConnectionEntry[];
  readonly addConnection: () => Promise<Connection | undefined>;
  readonly pickConnection: typeof pickConnection;
  readonly setClientSecret: (connection: Connection) => Promise<boolean>;
  /** Asks for the client secret of `app`, or of a connection that the user picks. Returns false if cancelled. */
  readonly setClientSecretOf: (app: ClientApp | undefined) => Promise<boolean>;
}

/** Connections of a window, and the parts that depend on them. */
export interface ConnectionParts extends Disposable {
  readonly connections: Connections;
  readonly questions: LazyValue<ConnectionQuestions>;
  readonly sandbox: LazyValue<SandboxConnection>;
  readonly signOut: LazyValue<SignOut>;
  /** Removes the sandboxes of windows that were closed while the sandbox was running. */
  readonly removeLeftovers: () => Promise<void>;
}

/** Creates the connections of one window, including that of its sandbox. */
export function createConnections(options: CreateConnectionsOptions): ConnectionParts {
  const { clientSecrets, log, loadSandbox, memento, sessions } = options;
  const disposables = new DisposableStore();
  const connections = disposables.add(new Connections(log));
  const memory = new SandboxMemory(memento);
  const signOut = new LazyValue(async () => {
    const { SignOut } = await import('../core/session/signOut.ts');
    return new SignOut(sessions, clientSecrets, async () => [
      ...connections.apps(),
      // Sandboxes of other windows count as used: nobody could enter their client secrets again.
      ...(await memory.running()),
    ]);
  });
  const sandbox = new LazyValue(async () => {
    const { SandboxConnection } = await import('./sandboxConnection.ts');
    return disposables.add(
      new SandboxConnection({
        start: async () => {
          const { startSandbox } = await loadSandbox();
          const redirectUris = [callbackUri(vscode.env.uriScheme)];
          return await startSandbox({ language: textLanguage(), redirectUris });
        },
        connections,
        clientSecrets,
        signOut: await signOut.get(),
        memory,
      }),
    );
  });
  const questions = new LazyValue(async () => {
    const { addConnection } = await import('./addConnection.ts');
    const { pickConnection } = await import('./pickConnection.ts');
    const { setClientSecret, setClientSecretOf } = await import('./setClientSecret.ts');
    return {
      connections: () => connections.all(),
      addConnection: async () => await addConnection(connections, clientSecrets),
      pickConnection,
      setClientSecret: async (connection: Connection) =>
        await setClientSecret(connection, clientSecrets),
      setClientSecretOf: async (app: ClientApp | undefined) =>
        (await setClientSecretOf(app, connections, clientSecrets)) !== undefined,
    };
  });
  return {
    connections,
    questions,
    sandbox,
    signOut,
    removeLeftovers: async () => {
      if ((await memory.ended()).length > 0) {
        await (await sandbox.get()).removeLeftovers();
      }
    },
    dispose: () => disposables.dispose(),
  };
}
