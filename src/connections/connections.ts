import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { isSameApp, type ClientApp } from '../core/account/clientApp.ts';
import { Emitter } from '../core/async/event.ts';
import type { Connection } from '../core/connections/connection.ts';
import {
  appOfEntry,
  readOnlyReason,
  type ReadOnlyReason,
  usableEntry,
  type ConnectionEntry,
} from '../core/connections/connectionEntry.ts';
import { ConnectionReader } from '../core/connections/connectionReader.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import type { Log } from '../core/log/log.ts';
import { displayText } from '../core/text/displayText.ts';
import { callbackUri, contextKeys, settingIds } from '../ids.ts';

/** Entry of the setting: parsed, and as written. */
export interface SettingEntry {
  readonly entry: ConnectionEntry;
  readonly written: unknown;
}

/** Connections of the settings, and that of a running sandbox. */
export class Connections implements vscode.Disposable {
  readonly #reader: ConnectionReader;
  readonly #onDidChange = new Emitter<void>();
  readonly #listener = vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(settingIds.connections)) {
      this.#updateContextKey();
      this.#onDidChange.fire();
    }
  });
  #sandbox: Connection | undefined;

  /** Fires when a connection was added, changed or removed. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(log: Log) {
    this.#reader = new ConnectionReader(callbackUri(vscode.env.uriScheme), log);
    this.#updateContextKey();
  }

  /** All connections, including invalid ones, each with its problem. */
  all(): readonly ConnectionEntry[] {
    const sandbox = this.#sandbox === undefined ? [] : [usableEntry(this.#sandbox)];
    return [...sandbox, ...this.#reader.read(ownSetting())];
  }

  /** Connections in the settings, which the user can edit. */
  ofSettings(): readonly SettingEntry[] {
    const setting = ownSetting();
    return this.#reader.read(setting).map((entry, index) => ({ entry, written: setting[index] }));
  }

  /** Returns the valid connection of `app`; undefined if there is none. */
  find(app: ClientApp): Connection | undefined {
    const usable = this.all().flatMap((entry) =>
      entry.kind === 'usable' ? [entry.connection] : [],
    );
    return usable.find((connection) => isSameApp(connection, app));
  }

  /** Returns why the labels of the accounts of `app` are read-only; undefined if they are not. */
  readOnlyReason(app: ClientApp): ReadOnlyReason | undefined {
    return readOnlyReason(this.all(), app);
  }

  /** Apps of all connections, including invalid ones. */
  apps(): readonly ClientApp[] {
    return this.all().flatMap((entry) => appOfEntry(entry) ?? []);
  }

  /** Adds `connection` to the user's settings. */
  async add(connection: Connection): Promise<void> {
    await writeSetting([...ownSetting(), settingOf(connection)]);
  }

  /** Returns the connections in the settings except `one`, even if `one` is outdated. */
  others(one: SettingEntry): readonly SettingEntry[] {
    const entries = this.ofSettings();
    const index = indexOf(
      one,
      entries.map(({ written }) => written),
    );
    return index === -1 ? entries : entries.toSpliced(index, 1);
  }

  /**
   * Replaces the entry `previous` with `connection`, or removes it if `connection` is undefined. Throws
   * `ConfigurationError` if the entry was removed or changed since it was read.
   */
  async replace(previous: SettingEntry, connection: Connection | undefined): Promise<void> {
    const setting = ownSetting();
    const index = indexOf(previous, setting);
    if (index === -1) {
      throw new ConfigurationError(
        vscode.l10n.t(
          'Nothing was saved: the connection {0} has since changed in the settings.',
          displayText(previous.entry.name),
        ),
        'openSettings',
      );
    }
    await writeSetting(
      setting.toSpliced(index, 1, ...(connection === undefined ? [] : [settingOf(connection)])),
    );
  }

  /** Sets the connection of a running sandbox, which is listed first; undefined removes it. */
  setSandbox(connection: Connection | undefined): void {
    this.#sandbox = connection;
    this.#onDidChange.fire();
  }

  dispose(): void {
    this.#listener.dispose();
    this.#onDidChange.dispose();
  }

  /** Updates the context key for whether the settings contain a connection. */
  #updateContextKey(): void {
    const hasAny = ownSetting().length > 0;
    void vscode.commands.executeCommand('setContext', contextKeys.hasConnections, hasAny);
  }
}

/** Returns the index of `entry` in the current `setting`; -1 if it was removed or changed. */
function indexOf(entry: SettingEntry, setting: readonly unknown[]): number {
  return setting.findIndex((each) => isDeepStrictEqual(each, entry.written));
}

function settingOf(connection: Connection): Record<string, unknown> {
  const { baseUrl, clientId, color, name, readOnly, redirectUri, scopes } = connection;
  return {
    name,
    baseUrl,
    clientId,
    ...(redirectUri === undefined ? {} : { redirectUri }),
    scopes,
    ...(readOnly ? { readOnly } : {}),
    ...(color === undefined ? {} : { color }),
  };
}

/** Reads user settings only: a workspace must not decide where a token is sent. */
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
