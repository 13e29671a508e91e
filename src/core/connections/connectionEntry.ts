import * as l10n from '@vscode/l10n';
import type { BaseUrl } from '../account/baseUrl.ts';
import type { ClientApp } from '../account/clientApp.ts';
import { ConfigurationError } from '../errors/configurationError.ts';
import type { Connection } from './connection.ts';

/** An entry of the setting that cannot be used to sign in. */
export interface UnusableConnection {
  readonly kind: 'unusable';
  readonly name: string;
  /** Where it leads, as far as that can be read. */
  readonly baseUrl: BaseUrl | undefined;
  /** As far as that can be read. */
  readonly clientId: string | undefined;
  /** What is wrong with it. */
  readonly reason: string;
  /** The same with the name, for a caller that wants to use the connection. */
  readonly problem: ConfigurationError;
}

/** One of the connections that the user has set, whether or not it can be used. */
export type ConnectionEntry =
  | { readonly kind: 'usable'; readonly name: string; readonly connection: Connection }
  | UnusableConnection;

/** `connection` as one of the entries. */
export function usableEntry(connection: Connection): ConnectionEntry {
  return { kind: 'usable', name: connection.name, connection };
}

/** Where `entry` leads, as far as that can be read. */
export function baseUrlOf(entry: ConnectionEntry): BaseUrl | undefined {
  return entry.kind === 'usable' ? entry.connection.baseUrl : entry.baseUrl;
}

/** The app that `entry` leads to, as far as that can be read; it is the same when the entry is put right. */
export function appOfEntry(entry: ConnectionEntry): ClientApp | undefined {
  const { baseUrl, clientId } = entry.kind === 'usable' ? entry.connection : entry;
  return baseUrl === undefined || clientId === undefined ? undefined : { baseUrl, clientId };
}

/**
 * The entries to sign in with again to the service at `baseUrl`: the one of the app `clientId`, or all of
 * that service if that app has none. Throws `ConfigurationError` if no entry leads there: another
 * service is never meant.
 */
export function connectionsToService(
  entries: readonly ConnectionEntry[],
  { baseUrl, clientId }: { readonly baseUrl: BaseUrl; readonly clientId: string },
): readonly ConnectionEntry[] {
  const same = entries.filter((entry) => baseUrlOf(entry) === baseUrl);
  if (same.length === 0) {
    throw new ConfigurationError(
      l10n.t(
        'No connection in the settings leads to {0}. Add it again, or correct its base address.',
        new URL(baseUrl).host,
      ),
      entries.length === 0 ? 'addConnection' : 'openSettings',
    );
  }
  const ofApp = same.find(
    (entry) => entry.kind === 'usable' && entry.connection.clientId === clientId,
  );
  return ofApp === undefined ? same : [ofApp];
}
