/** Returns `Retry-After` (RFC 9110, section 10.2.3) in seconds; undefined unless it is a number. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined;
}
