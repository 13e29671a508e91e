import { parseUrl } from '../account/baseUrl.ts';
import type { SecretMask } from '../log/liveSecrets.ts';
import { redactServerText } from '../log/redaction.ts';
import type { HttpResponse } from './httpResponse.ts';

/**
 * Returns the address that `response` redirects to, without its query, for display; undefined if there is none.
 * `secrets` of the request and `live` ones are
 * removed.
 */
export function redirectTarget(
  { headers, status }: Pick<HttpResponse, 'headers' | 'status'>,
  secrets: readonly string[] = [],
  live?: SecretMask,
): string | undefined {
  const isRedirect = status >= 300 && status <= 399;
  const url = isRedirect ? parseUrl(headers.get('location') ?? '') : undefined;
  return url === undefined
    ? undefined
    : redactServerText(`${url.origin}${url.pathname}`, secrets, live);
}
