import * as vscode from 'vscode';
import { textLanguage } from '../commands/textLanguage.ts';
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

/** What connections are made of. */
export interface CreateConnectionsOptions extends Pick<SessionParts, 'clientSecrets' | 'sessions'> {
  /** Where the sandboxes of all windows are remembered. */
  readonly memento: vscode.Memento;
  /** Loads the sandbox; called when the user asks for one. */
  readonly loadSandbox: () => Promise<SandboxModule>;
  readonly log: Log;
}

/** What a sign-in asks the user about connections. */
export interface SignInQuestions {
  readonly connections: () => readonly ConnectionEntry[];
  readonly addConnection: () => Promise<Connection | undefined>;
  readonly pickConnection: typeof pickConnection;
  readonly setClientSecret: (connection: Connection) => Promise<boolean>;
}

/** The connections of one window, and what stands on them. */
export interface ConnectionParts extends Disposable {
  readonly connections: Connections;
  readonly questions: LazyValue<SignInQuestions>;
  readonly sandbox: LazyValue<SandboxConnection>;
  readonly signOut: LazyValue<SignOut>;
  /** Forgets the sandboxes whose window was closed while they ran. */
  readonly removeLeftovers: () => Promise<void>;
}

/** Puts the connections of one window together, that of its sandbox among them. */
export function createConnections(options: CreateConnectionsOptions): ConnectionParts {
  const { clientSecrets, log, loadSandbox, memento, sessions } = options;
  const disposables = new DisposableStore();
  const connections = disposables.add(new Connections(log));
  const memory = new SandboxMemory(memento);
  const signOut = new LazyValue(async () => {
    const { SignOut } = await import('../core/session/signOut.ts');
    return new SignOut(sessions, clientSecrets, async () => [
      ...connections.apps(),
      // Also those of other windows: no user could enter their secrets again.
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
    const { setClientSecret } = await import('./setClientSecret.ts');
    return {
      connections: () => connections.all(),
      addConnection: async () => await addConnection(connections, clientSecrets),
      pickConnection,
      setClientSecret: async (connection: Connection) =>
        await setClientSecret(connection, clientSecrets),
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
