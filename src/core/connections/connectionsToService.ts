import * as l10n from '@vscode/l10n';
import type { BaseUrl } from '../account/baseUrl.ts';
import { ConfigurationError } from '../errors/configurationError.ts';
import { baseUrlOf, type ConnectionEntry } from './connectionEntry.ts';

/**
 * The entries to sign in with again to the service at `baseUrl`: the one of the app `clientId`, or all of
 * that service where that app has none. Throws `ConfigurationError` where no entry leads there: another
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
