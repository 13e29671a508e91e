import * as l10n from '@vscode/l10n';
import { isBaseUrl, parseUrl, type BaseUrl } from '../account/baseUrl.ts';
import { ConfigurationError } from '../errors/configurationError.ts';

/** Parses a base URL as typed; undefined if it is not one. */
export function tryParseBaseUrl(text: string): BaseUrl | undefined {
  const normalized = parseUrl(text.trim())?.href.replace(/(?<!\/)\/+$/, '') ?? '';
  return isBaseUrl(normalized) ? normalized : undefined;
}

/** Parses a base URL as typed. Throws a `ConfigurationError` that names the problem. */
export function parseBaseUrl(text: string): BaseUrl {
  const baseUrl = tryParseBaseUrl(text);
  if (baseUrl === undefined) {
    throw new ConfigurationError(
      l10n.t(
        'The base URL must start with https:// (or http:// on this machine) and contain no user name, query or fragment.',
      ),
      'openSettings',
    );
  }
  return baseUrl;
}
