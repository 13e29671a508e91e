import { createHash } from 'node:crypto';

/** Returns the SHA-256 digest of `text` in base64url, for comparisons that must not reveal the text. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * Returns the first `length` hexadecimal digits of the SHA-256 digest of `text`, for names of files and
 * secrets.
 */
export function hexDigestOf(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
