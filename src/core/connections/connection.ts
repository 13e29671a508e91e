import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { BaseUrl } from '../account/baseUrl.ts';
import { ConfigurationError } from '../errors/configurationError.ts';
import { displayText } from '../text/displayText.ts';
import { trimmedText } from '../text/trimmedText.ts';
import { parseBaseUrl } from './parseBaseUrl.ts';
import { redirectFlowOf } from './redirectFlow.ts';
import { defaultScopes } from './scope.ts';

/** A service to sign in to: an entry of the setting `workforce.connections`. */
export interface Connection {
  readonly name: string;
  readonly baseUrl: BaseUrl;
  readonly clientId: string;
  /** Redirect URI registered for the app; undefined for VS Code's own URI on the desktop. */
  readonly redirectUri: string | undefined;
  /** Scopes to request at sign-in. */
  readonly scopes: readonly string[];
  /** True if the labels of its accounts are read-only. */
  readonly readOnly: boolean;
  /** Theme color of its accounts' icons, such as `charts.red`; undefined for the default color. */
  readonly color: string | undefined;
}

/** Schema of a theme color id. */
export const themeColor = z.string().check(z.regex(/^[A-Za-z]+(?:\.[A-Za-z]+)*$/));

const connectionSchema = z.looseObject({
  name: trimmedText,
  baseUrl: trimmedText,
  clientId: trimmedText,
  redirectUri: z.nullish(z.string().check(z.trim())),
  scopes: z.nullish(z.array(trimmedText)),
  readOnly: z.nullish(z.boolean()),
  color: z.nullish(themeColor),
});

/** Names of the fields, by their lower-case spelling. */
const fieldNames: ReadonlyMap<string, string> = new Map(
  Object.keys(connectionSchema.shape).map((name) => [name.toLowerCase(), name]),
);

/** Names in an entry of the setting that differ from a field only in upper and lower case, such as `readonly`. */
export function misspelledFields(entry: object): readonly string[] {
  return Object.keys(entry).filter((name) => {
    const known = fieldNames.get(name.toLowerCase());
    return known !== undefined && known !== name;
  });
}

/**
 * Parses an entry of the setting; `ownCallback` as for `redirectFlowOf`. Throws a `ConfigurationError` that
 * names the problem.
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
  const misspelled = misspelledFields(result.data);
  if (misspelled.length > 0) {
    throw new ConfigurationError(
      l10n.t('Missing or wrong: {0}.', misspelled.map((name) => displayText(name)).join(', ')),
      'openSettings',
    );
  }
  const { baseUrl, clientId, color, name, readOnly, redirectUri, scopes } = result.data;
  const connection: Connection = {
    name,
    baseUrl: parseBaseUrl(baseUrl),
    clientId,
    redirectUri: redirectUri || undefined,
    scopes: scopes && scopes.length > 0 ? scopes : defaultScopes,
    readOnly: readOnly ?? false,
    color: color ?? undefined,
  };
  // Reports an invalid redirect URI now rather than at the first sign-in.
  redirectFlowOf(connection, ownCallback);
  return connection;
}
