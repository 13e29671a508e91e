import * as vscode from 'vscode';
import type { Connection } from '../core/connections/connection.ts';
import { usableEntry, type ConnectionEntry } from '../core/connections/connectionEntry.ts';
import { ConnectionReader } from '../core/connections/connectionReader.ts';
import type { Log } from '../core/log/log.ts';
import { callbackUri, settingIds } from '../ids.ts';

/** The services that the user can sign in to: those of the settings, and a running sandbox. */
export class Connections {
  readonly #reader: ConnectionReader;
  #sandbox: Connection | undefined;

  constructor(log: Log) {
    this.#reader = new ConnectionReader(callbackUri(vscode.env.uriScheme), log);
  }

  /** All connections, the unusable ones too, each with what is wrong with it. */
  all(): readonly ConnectionEntry[] {
    const sandbox = this.#sandbox === undefined ? [] : [usableEntry(this.#sandbox)];
    return [...sandbox, ...this.#reader.read(ownSetting())];
  }

  /** Adds `connection` to the user's settings. */
  async add(connection: Connection): Promise<void> {
    const { name, baseUrl, clientId, redirectUri, scopes } = connection;
    const entry = {
      name,
      baseUrl,
      clientId,
      ...(redirectUri === undefined ? {} : { redirectUri }),
      scopes,
    };
    const setting = ownSetting();
    const others: readonly unknown[] = Array.isArray(setting) ? setting : [];
    await vscode.workspace
      .getConfiguration()
      .update(settingIds.connections, [...others, entry], vscode.ConfigurationTarget.Global);
  }

  /** Puts the connection of a running sandbox first, or takes it away. */
  setSandbox(connection: Connection | undefined): void {
    this.#sandbox = connection;
  }
}

/** Only what the user has set: no workspace may decide where a token goes. */
function ownSetting(): unknown {
  return vscode.workspace.getConfiguration().inspect(settingIds.connections)?.globalValue;
}
