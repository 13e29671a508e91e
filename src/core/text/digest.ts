import { createHash } from 'node:crypto';

/** Stands for `text` where it is only compared: of one length, and telling nothing of what it says. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
