import * as vscode from 'vscode';
import { isSameApp, type ClientApp } from '../core/account/clientApp.ts';
import { isClientSecret } from '../core/account/tokens.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { parseBaseUrl } from '../core/connections/parseBaseUrl.ts';
import { defaultScopes } from '../core/connections/scope.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import type { SignOut } from '../core/session/signOut.ts';
import { contextKeys } from '../ids.ts';
import type { Connections } from './connections.ts';
import type { SandboxMemory } from './sandboxMemory.ts';

/** Properties and methods of a running sandbox that the extension uses. */
export interface RunningSandbox {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  close(): Promise<void>;
}

interface SandboxConnectionOptions {
  /** Loads and starts a sandbox when the user requests it. */
  readonly start: () => Promise<RunningSandbox>;
  readonly connections: Connections;
  readonly clientSecrets: ClientSecrets;
  readonly signOut: SignOut;
  readonly memory: SandboxMemory;
}

/** The connection "Sandbox", which exists while this window runs a sandbox. */
export class SandboxConnection implements Disposable {
  readonly #options: SandboxConnectionOptions;
  #starting: Promise<void> | undefined;
  #running: RunningSandbox | undefined;

  constructor(options: SandboxConnectionOptions) {
    this.#options = options;
  }

  /** Starts the sandbox, unless it is already running. */
  async start(): Promise<void> {
    this.#starting ??= this.#start();
    try {
      await this.#starting;
    } catch (error) {
      this.#starting = undefined;
      throw error;
    }
  }

  /** Stops the sandbox, signs its accounts out and deletes its client secret. */
  async stop(): Promise<void> {
    const sandbox = this.#running;
    this.#running = undefined;
    this.#starting = undefined;
    if (sandbox === undefined) {
      return;
    }
    const { connections } = this.#options;
    connections.setSandbox(undefined);
    await vscode.commands.executeCommand('setContext', contextKeys.sandboxRunning, false);
    await this.#forget(appOf(sandbox));
    await sandbox.close();
  }

  /** Removes the sandboxes of windows that were closed while the sandbox was running. */
  async removeLeftovers(): Promise<void> {
    for (const app of await this.#options.memory.ended()) {
      await this.#forget(app);
    }
  }

  dispose(): void {
    // The window is closing: nobody needs to be notified, and the sandbox ends with the process.
    void this.#running?.close();
  }

  /** Deletes the stored data of a sandbox that has ended: its tokens and secret are no longer valid. */
  async #forget(app: ClientApp): Promise<void> {
    const { memory, signOut } = this.#options;
    await signOut.ofApp(app);
    await memory.remove(app.baseUrl);
  }

  async #start(): Promise<void> {
    const sandbox = await this.#options.start();
    try {
      await this.#connect(sandbox);
    } catch (error) {
      await sandbox.close();
      throw error;
    }
    await vscode.commands.executeCommand('setContext', contextKeys.sandboxRunning, true);
  }

  /** Creates the connection to a started sandbox. */
  async #connect(sandbox: RunningSandbox): Promise<void> {
    const { clientSecrets, connections, memory } = this.#options;
    const app = appOf(sandbox);
    const { baseUrl, clientId } = app;
    if ((await memory.ended()).some((earlier) => isSameApp(earlier, app))) {
      // A sandbox of a closed window used the same port.
      await this.#forget(app);
    }
    await memory.add(app);
    if (isClientSecret(sandbox.clientSecret)) {
      await clientSecrets.write(baseUrl, clientId, sandbox.clientSecret);
    }
    this.#running = sandbox;
    connections.setSandbox({
      name: vscode.l10n.t('Sandbox'),
      baseUrl,
      clientId,
      // In a browser, VS Code cannot receive callbacks by URI scheme.
      redirectUri: vscode.env.uiKind === vscode.UIKind.Web ? `${baseUrl}/relay` : undefined,
      scopes: defaultScopes,
      readOnly: false,
      color: undefined,
    });
  }
}

function appOf({ baseUrl, clientId }: RunningSandbox): ClientApp {
  return { baseUrl: parseBaseUrl(baseUrl), clientId };
}
