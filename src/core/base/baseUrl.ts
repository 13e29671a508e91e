import * as l10n from '@vscode/l10n';
import { ConfigurationError } from './errors/configurationError.ts';

declare const brand: unique symbol;

/**
 * Base address of a service, `{base_url}` of the interface document: https, or http on loopback;
 * no credentials, query, fragment or trailing slash.
 */
export type BaseUrl = string & { readonly [brand]: 'BaseUrl' };

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether `url` is http on this machine. */
export function isLoopbackHttp(url: URL): boolean {
  return url.protocol === 'http:' && loopbackHosts.has(url.hostname);
}

/** `text` as an address, or undefined where it is none. */
export function parseUrl(text: string): URL | undefined {
  return URL.parse(text) ?? undefined;
}

function isBaseUrl(text: string): text is BaseUrl {
  const url = parseUrl(text);
  return (
    url !== undefined &&
    (url.protocol === 'https:' || isLoopbackHttp(url)) &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === '' &&
    !text.endsWith('/') &&
    !/[?#]/.test(text)
  );
}

/** Reads a base address as a person writes it. Throws `ConfigurationError` that says what is wrong. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = parseUrl(text.trim());
  const normalized = url === undefined ? '' : url.href.replace(/\/+$/, '');
  if (!isBaseUrl(normalized)) {
    throw new ConfigurationError(
      l10n.t(
        'The base address must start with https:// (or http:// on this machine) and hold no user name, query or fragment.',
      ),
      'openSettings',
    );
  }
  return normalized;
}
