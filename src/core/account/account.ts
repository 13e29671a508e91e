import { hexDigestOf } from '../text/digest.ts';
import type { BaseUrl } from './baseUrl.ts';

declare const brand: unique symbol;

/** Id of a session: one user in one tenant of one service. Usable as a path segment and a key. */
export type AccountId = string & { readonly [brand]: 'AccountId' };

/** A user of a tenant at a service. */
export interface Account {
  readonly id: AccountId;
  readonly baseUrl: BaseUrl;
  readonly tenantId: string;
  readonly userId: string;
}

const shape = /^[0-9a-f]{24}$/;

/** Returns whether `text` has the format of an account id. */
export function isAccountId(text: string): text is AccountId {
  return shape.test(text);
}

/** The account of `userId` in `tenantId` (docs/interface.md, section 2.3) of the service at `baseUrl`. */
export function accountOf(baseUrl: BaseUrl, tenantId: string, userId: string): Account {
  const id = hexDigestOf(JSON.stringify([baseUrl, tenantId, userId]), 24);
  if (!isAccountId(id)) {
    throw new TypeError('A SHA-256 digest in hexadecimal is an account id.');
  }
  return { id, baseUrl, tenantId, userId };
}
