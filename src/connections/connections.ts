import * as vscode from 'vscode';
import { AppError } from '../core/base/errors/appError.ts';
import type { Log } from '../core/base/log.ts';
import { parseConnection, type Connection } from '../core/oauth/connection.ts';
import { callbackUri, settingIds } from '../ids.ts';

/** The services that the user can sign in to: those of the settings, and a running sandbox. */
export class Connections {
  readonly #log: Log;
  #sandbox: Connection | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** The usable connections. An unusable one is logged and does not hide the others. */
  all(): readonly Connection[] {
    return this.#read().usable;
  }

  /**
   * The connections to choose from. Throws the `ConfigurationError` of an unusable one where there is no
   * other: who has set up a connection is not to be asked for a new one.
   */
  choices(): readonly Connection[] {
    const { problems, usable } = this.#read();
    const [problem] = problems;
    if (usable.length === 0 && problem !== undefined) {
      throw problem;
    }
    return usable;
  }

  /** Adds `connection` to the user's settings; one of the same name is replaced. */
  async add(connection: Connection): Promise<void> {
    const { name, baseUrl, clientId, redirectUri, scopes } = connection;
    const entry = {
      name,
      baseUrl,
      clientId,
      ...(redirectUri === undefined ? {} : { redirectUri }),
      scopes,
    };
    const others = this.#entries().filter((other) => !hasName(other, name));
    await vscode.workspace
      .getConfiguration()
      .update(settingIds.connections, [...others, entry], vscode.ConfigurationTarget.Global);
  }

  /** Puts the connection of a running sandbox first, or takes it away. */
  setSandbox(connection: Connection | undefined): void {
    this.#sandbox = connection;
  }

  #read(): { readonly usable: readonly Connection[]; readonly problems: readonly AppError[] } {
    const usable = this.#sandbox === undefined ? [] : [this.#sandbox];
    const problems: AppError[] = [];
    for (const entry of this.#entries()) {
      try {
        usable.push(parseConnection(entry, callbackUri(vscode.env.uriScheme)));
      } catch (error) {
        if (!(error instanceof AppError)) {
          throw error;
        }
        this.#log.warn(error.message);
        problems.push(error);
      }
    }
    return { usable, problems };
  }

  /** Only what the user has set: no workspace may decide where a token goes. */
  #entries(): readonly unknown[] {
    const setting = vscode.workspace.getConfiguration().inspect(settingIds.connections);
    return Array.isArray(setting?.globalValue) ? setting.globalValue : [];
  }
}

function hasName(entry: unknown, name: string): boolean {
  return typeof entry === 'object' && entry !== null && 'name' in entry && entry.name === name;
}
