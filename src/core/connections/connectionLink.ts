import * as l10n from '@vscode/l10n';
import { parseUrl } from '../account/baseUrl.ts';
import { readLinkParameters } from '../account/linkParameters.ts';
import { RequestError } from '../errors/requestError.ts';
import { parseConnection, type Connection } from './connection.ts';
import { parseScopes } from './scope.ts';

/** Path of a link that adds a connection. */
export const connectionLinkPath = '/connect';

/** Parameters of a connection link. */
const parameters = new Set(['name', 'baseUrl', 'clientId', 'redirectUri', 'scopes', 'readOnly']);

/** Values of the setting, by their spelling in a link. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * Parameter names that suggest a secret, which links must not contain: browsers, mail servers and proxies store
 * links.
 */
const secretName = /secret|password|token|credential/i;

/** Content of a link, as VS Code hands it over. */
interface LinkContent {
  readonly query: string;
  readonly fragment: string;
}

/**
 * Parses the content of a connection link like an entry of the setting; `ownCallback` as for `redirectFlowOf`,
 * `isDecoded` as for `readLinkParameters`. Throws `RequestError` if it is malformed or contains a secret or
 * a fragment, and a `ConfigurationError` that names the problem with the connection.
 */
export function parseConnectionLink(
  { fragment, query }: LinkContent,
  { isDecoded, ownCallback }: { readonly isDecoded: boolean; readonly ownCallback: string },
): Connection {
  const values = readLinkParameters(query, isDecoded);
  const names = Array.from(values?.keys() ?? []);
  // In a decoded query, an ampersand may be part of a value: a secret could hide in the preceding value.
  const written = [query, fragment]
    .flatMap((part) => part.split('&'))
    .map((parameter) => parameter.split('=', 1).join(''));
  if ([...names, ...written].some((name) => secretName.test(name))) {
    throw new RequestError(
      l10n.t(
        'This link contains a secret and was refused. Tell its sender to replace the secret: emails, browsers and proxies keep links.',
      ),
    );
  }
  if (values === undefined || fragment !== '' || names.some((name) => !parameters.has(name))) {
    throw new RequestError(l10n.t('Workforce Labels cannot open this link.'));
  }
  const { baseUrl, readOnly, scopes, ...entry } = Object.fromEntries<string | undefined>(values);
  return parseConnection(
    {
      ...entry,
      baseUrl: baseUrl === undefined ? undefined : withoutRootDot(baseUrl),
      ...(scopes === undefined ? {} : { scopes: parseScopes(scopes) }),
      ...(readOnly === undefined ? {} : { readOnly: booleans.get(readOnly) ?? readOnly }),
    },
    ownCallback,
  );
}

/**
 * Returns `address` without the dots at the end of its host: they do not change where it leads, but an
 * existing connection would not be recognized. The setting and sessions keep them, as account ids are derived
 * from the address.
 */
function withoutRootDot(address: string): string {
  const url = parseUrl(address);
  if (url?.hostname.endsWith('.') !== true) {
    return address;
  }
  url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '');
  return url.href;
}
