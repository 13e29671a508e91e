import * as l10n from '@vscode/l10n';
import { isBaseUrl, parseUrl, type BaseUrl } from '../account/baseUrl.ts';
import { ConfigurationError } from '../errors/configurationError.ts';

/** Reads a base address as a person writes it; undefined if it is not one. */
export function readBaseUrl(text: string): BaseUrl | undefined {
  const normalized = parseUrl(text.trim())?.href.replace(/\/+$/, '') ?? '';
  return isBaseUrl(normalized) ? normalized : undefined;
}

/** Reads a base address as a person writes it. Throws `ConfigurationError` that says what is wrong. */
export function parseBaseUrl(text: string): BaseUrl {
  const baseUrl = readBaseUrl(text);
  if (baseUrl === undefined) {
    throw new ConfigurationError(
      l10n.t(
        'The base address must start with https:// (or http:// on this machine) and hold no user name, query or fragment.',
      ),
      'openSettings',
    );
  }
  return baseUrl;
}
