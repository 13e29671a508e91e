import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { isSameApp, type ClientApp } from '../core/account/clientApp.ts';
import { Emitter } from '../core/async/event.ts';
import type { Connection } from '../core/connections/connection.ts';
import {
  appOfEntry,
  usableEntry,
  type ConnectionEntry,
} from '../core/connections/connectionEntry.ts';
import { ConnectionReader } from '../core/connections/connectionReader.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import type { Log } from '../core/log/log.ts';
import { displayText } from '../core/text/displayText.ts';
import { callbackUri, contextKeys, settingIds } from '../ids.ts';

/** An entry of the setting, read and as it is written there. */
export interface SettingEntry {
  readonly entry: ConnectionEntry;
  readonly written: unknown;
}

/** The services that the user can sign in to: those of the settings, and a running sandbox. */
export class Connections implements vscode.Disposable {
  readonly #reader: ConnectionReader;
  readonly #onDidChange = new Emitter<void>();
  readonly #listener = vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(settingIds.connections)) {
      this.#tellWhetherAny();
      this.#onDidChange.fire();
    }
  });
  #sandbox: Connection | undefined;

  /** A connection was added, changed or removed. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(log: Log) {
    this.#reader = new ConnectionReader(callbackUri(vscode.env.uriScheme), log);
    this.#tellWhetherAny();
  }

  /** All connections, the unusable ones too, each with what is wrong with it. */
  all(): readonly ConnectionEntry[] {
    const sandbox = this.#sandbox === undefined ? [] : [usableEntry(this.#sandbox)];
    return [...sandbox, ...this.#reader.read(ownSetting())];
  }

  /** Those of the settings, which the user can change. */
  ofSettings(): readonly SettingEntry[] {
    const setting = ownSetting();
    return this.#reader.read(setting).map((entry, index) => ({ entry, written: setting[index] }));
  }

  /** The usable connection that leads to `app`; undefined if none does. */
  find(app: ClientApp): Connection | undefined {
    const usable = this.all().flatMap((entry) =>
      entry.kind === 'usable' ? [entry.connection] : [],
    );
    return usable.find((connection) => isSameApp(connection, app));
  }

  /** The apps that connections lead to, those of unusable ones too. */
  apps(): readonly ClientApp[] {
    return this.all().flatMap((entry) => appOfEntry(entry) ?? []);
  }

  /** Adds `connection` to the user's settings. */
  async add(connection: Connection): Promise<void> {
    await writeSetting([...ownSetting(), settingOf(connection)]);
  }

  /** Those of the settings beside `one`, which may have been read before the setting was changed elsewhere. */
  others(one: SettingEntry): readonly SettingEntry[] {
    const entries = this.ofSettings();
    const index = indexOf(
      one,
      entries.map(({ written }) => written),
    );
    return index === -1 ? entries : entries.toSpliced(index, 1);
  }

  /**
   * Puts `connection` in the place of an entry of the settings, or removes that if undefined. Throws
   * `ConfigurationError` if the entry has gone or was changed since it was read.
   */
  async replace(previous: SettingEntry, connection: Connection | undefined): Promise<void> {
    const setting = ownSetting();
    const index = indexOf(previous, setting);
    if (index === -1) {
      throw new ConfigurationError(
        vscode.l10n.t(
          'The connection {0} was changed in the settings meanwhile. Nothing was saved.',
          displayText(previous.entry.name),
        ),
        'openSettings',
      );
    }
    await writeSetting(
      setting.toSpliced(index, 1, ...(connection === undefined ? [] : [settingOf(connection)])),
    );
  }

  /** Puts the connection of a running sandbox first, or takes it away. */
  setSandbox(connection: Connection | undefined): void {
    this.#sandbox = connection;
    this.#onDidChange.fire();
  }

  dispose(): void {
    this.#listener.dispose();
    this.#onDidChange.dispose();
  }

  /** Tells VS Code whether the settings have a connection. */
  #tellWhetherAny(): void {
    const hasAny = ownSetting().length > 0;
    void vscode.commands.executeCommand('setContext', contextKeys.hasConnections, hasAny);
  }
}

/** Where `entry` is in `setting` as it is now; -1 if it has gone or was changed. */
function indexOf(entry: SettingEntry, setting: readonly unknown[]): number {
  return setting.findIndex((each) => isDeepStrictEqual(each, entry.written));
}

function settingOf(connection: Connection): Record<string, unknown> {
  const { baseUrl, clientId, name, redirectUri, scopes } = connection;
  return { name, baseUrl, clientId, ...(redirectUri === undefined ? {} : { redirectUri }), scopes };
}

/** Only what the user has set: no workspace may decide where a token goes. */
function ownSetting(): readonly unknown[] {
  const value: unknown = vscode.workspace
    .getConfiguration()
    .inspect(settingIds.connections)?.globalValue;
  return Array.isArray(value) ? value : [];
}

async function writeSetting(value: readonly unknown[]): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update(settingIds.connections, value, vscode.ConfigurationTarget.Global);
}
