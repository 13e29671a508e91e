declare const brand: unique symbol;

/**
 * Base URL of a service (`{base_url}` in docs/interface.md, section 4): https, or http on loopback;
 * no credentials, query, fragment or trailing slash.
 */
export type BaseUrl = string & { readonly [brand]: 'BaseUrl' };

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Returns whether `url` is http on this machine. */
export function isLoopbackHttp(url: URL): boolean {
  return url.protocol === 'http:' && loopbackHosts.has(url.hostname);
}

/** Parses `text` as a URL; undefined if it is not one. */
export function parseUrl(text: string): URL | undefined {
  return URL.parse(text) ?? undefined;
}

/** Returns whether `text` is a base URL in its normal form. */
export function isBaseUrl(text: string): text is BaseUrl {
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
