import { createHash } from 'node:crypto';
import type { BaseUrl } from './baseUrl.ts';

declare const brand: unique symbol;

/** Identifies a session: one user in one tenant of one service. Fit for a path segment and a key. */
export type AccountId = string & { readonly [brand]: 'AccountId' };

/** Who is signed in, and where. */
export interface Account {
  readonly id: AccountId;
  readonly baseUrl: BaseUrl;
  readonly tenantId: string;
  readonly userId: string;
}

const shape = /^[0-9a-f]{24}$/;

/** Whether `text` has the shape of an account id. */
export function isAccountId(text: string): text is AccountId {
  return shape.test(text);
}

/** The account of `userId` in `tenantId` (docs/interface.md, section 2.3) of the service at `baseUrl`. */
export function accountOf(baseUrl: BaseUrl, tenantId: string, userId: string): Account {
  const id = createHash('sha256')
    .update(JSON.stringify([baseUrl, tenantId, userId]))
    .digest('hex')
    .slice(0, 24);
  if (!isAccountId(id)) {
    throw new TypeError('A SHA-256 digest in hexadecimal is an account id.');
  }
  return { id, baseUrl, tenantId, userId };
}
