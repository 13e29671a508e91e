import * as l10n from '@vscode/l10n';
import type { BaseUrl } from '../account/baseUrl.ts';
import type { ClientApp } from '../account/clientApp.ts';
import { ConfigurationError } from '../errors/configurationError.ts';
import type { Connection } from './connection.ts';

/** Entry of the setting that is invalid for a sign-in. */
export interface UnusableConnection {
  readonly kind: 'unusable';
  readonly name: string;
  /** Base URL, if valid. */
  readonly baseUrl: BaseUrl | undefined;
  /** Client ID, if valid. */
  readonly clientId: string | undefined;
  /** True unless the entry clearly allows changes to labels. */
  readonly readOnly: boolean;
  /** Reason why the entry is invalid. */
  readonly reason: string;
  /** Error for a caller that needs this connection; its message has the name and the reason. */
  readonly problem: ConfigurationError;
}

/** Entry of the user's connections, valid or not. */
export type ConnectionEntry =
  | { readonly kind: 'usable'; readonly name: string; readonly connection: Connection }
  | UnusableConnection;

/** Wraps `connection` as an entry. */
export function usableEntry(connection: Connection): ConnectionEntry {
  return { kind: 'usable', name: connection.name, connection };
}

/** Base URL of `entry`, if valid. */
export function baseUrlOf(entry: ConnectionEntry): BaseUrl | undefined {
  return entry.kind === 'usable' ? entry.connection.baseUrl : entry.baseUrl;
}

/** Returns the app of `entry`, if readable, even if something else in the entry is invalid. */
export function appOfEntry(entry: ConnectionEntry): ClientApp | undefined {
  const { baseUrl, clientId } = entry.kind === 'usable' ? entry.connection : entry;
  return baseUrl === undefined || clientId === undefined ? undefined : { baseUrl, clientId };
}

/** Reason why labels are read-only: an entry says so, or no entry points to their service. */
export type ReadOnlyReason = 'entry' | 'noEntry';

/**
 * Returns why the labels of the accounts of `app` are read-only according to `entries`; undefined if they are
 * not. The strictest entry counts, even if it is otherwise invalid; for an app without an entry, those of its
 * service count. If the service has no entry either, labels are read-only, as the removed entry may have said
 * so.
 */
export function readOnlyReason(
  entries: readonly ConnectionEntry[],
  app: ClientApp,
): ReadOnlyReason | undefined {
  const ofService = entries.filter((entry) => baseUrlOf(entry) === app.baseUrl);
  if (ofService.length === 0) {
    return 'noEntry';
  }
  const ofApp = ofService.filter((entry) => appOfEntry(entry)?.clientId === app.clientId);
  const isReadOnly = (entry: ConnectionEntry): boolean =>
    entry.kind === 'usable' ? entry.connection.readOnly : entry.readOnly;
  return (ofApp.length > 0 ? ofApp : ofService).some(isReadOnly) ? 'entry' : undefined;
}

/**
 * Returns the entries for a new sign-in to the service at `baseUrl`: the entry of the app `clientId`, or all
 * entries of that service if that app has none. Throws `ConfigurationError` if the service has no entry, as
 * no other service may be used.
 */
export function connectionsToService(
  entries: readonly ConnectionEntry[],
  { baseUrl, clientId }: { readonly baseUrl: BaseUrl; readonly clientId: string },
): readonly ConnectionEntry[] {
  const same = entries.filter((entry) => baseUrlOf(entry) === baseUrl);
  if (same.length === 0) {
    throw new ConfigurationError(
      l10n.t(
        'No connection in the settings points to {0}. Add it again, or correct its base URL.',
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
