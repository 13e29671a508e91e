import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { BaseUrl } from '../account/baseUrl.ts';
import { ConfigurationError } from '../errors/configurationError.ts';
import { trimmedText } from '../text/trimmedText.ts';
import { parseBaseUrl } from './parseBaseUrl.ts';
import { redirectFlowOf } from './redirectFlow.ts';
import { defaultScopes } from './scope.ts';

/** A service to sign in to, as the setting `workforce.connections` names it. */
export interface Connection {
  readonly name: string;
  readonly baseUrl: BaseUrl;
  readonly clientId: string;
  /** Registered for the app; undefined for the one of VS Code on the desktop. */
  readonly redirectUri: string | undefined;
  /** What to ask for at sign-in. */
  readonly scopes: readonly string[];
}

const connectionSchema = z.looseObject({
  name: trimmedText,
  baseUrl: trimmedText,
  clientId: trimmedText,
  redirectUri: z.nullish(z.string().check(z.trim())),
  scopes: z.nullish(z.array(trimmedText)),
});

/**
 * Reads one entry of the setting; `ownCallback` as for `redirectFlowOf`. Throws `ConfigurationError` that
 * names what is wrong.
 */
export function parseConnection(entry: unknown, ownCallback: string): Connection {
  const result = connectionSchema.safeParse(entry);
  if (!result.success) {
    const fields = new Set(result.error.issues.map(({ path }) => String(path[0] ?? 'connection')));
    throw new ConfigurationError(
      l10n.t('Missing or wrong: {0}.', [...fields].join(', ')),
      'openSettings',
    );
  }
  const { name, baseUrl, clientId, redirectUri, scopes } = result.data;
  const connection: Connection = {
    name,
    baseUrl: parseBaseUrl(baseUrl),
    clientId,
    redirectUri: redirectUri || undefined,
    scopes: scopes && scopes.length > 0 ? scopes : defaultScopes,
  };
  // Reported at once, not only when somebody signs in.
  redirectFlowOf(connection, ownCallback);
  return connection;
}
