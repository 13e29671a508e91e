import { parseUrl } from '../account/baseUrl.ts';
import type { SecretMask } from '../log/liveSecrets.ts';
import { redactServerText } from '../log/redaction.ts';
import type { HttpResponse } from './httpResponse.ts';

/**
 * Returns the address that `response` redirects to, without its query and `live` secrets, for display; undefined
 * if there is none.
 */
export function redirectTarget(
  { headers, status }: Pick<HttpResponse, 'headers' | 'status'>,
  live: SecretMask,
): string | undefined {
  const isRedirect = status >= 300 && status <= 399;
  const url = isRedirect ? parseUrl(headers.get('location') ?? '') : undefined;
  return url === undefined ? undefined : redactServerText(`${url.origin}${url.pathname}`, live);
}
