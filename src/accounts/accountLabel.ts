import type { Account } from '../core/account/account.ts';

/**
 * Who, as a person reads it: the tenant first, which distinguishes the accounts of one person even if
 * the row is cut. The service gives only identifiers (docs/interface.md, section 2.3).
 */
export function accountLabel({ tenantId, userId }: Account): string {
  return `${tenantId} · ${userId}`;
}

/** Host of the account's service, with its port and path if it has them. */
export function serviceLabel({ baseUrl }: Pick<Account, 'baseUrl'>): string {
  const { host, pathname } = new URL(baseUrl);
  return pathname === '/' ? host : host + pathname;
}

/**
 * Who and where, for VS Code: it keys consent, preferences and the Accounts menu by this text, so no two
 * accounts have the same, whatever a service calls its tenants and users.
 */
export function authenticationAccountLabel(account: Account): string {
  const { tenantId, userId } = account;
  return [unambiguous(tenantId), unambiguous(userId), serviceLabel(account)].join(' · ');
}

/** Percent-encodes what could be taken for the separator, and what cannot be seen. */
function unambiguous(identifier: string): string {
  return identifier.toWellFormed().replaceAll(/[%·\p{Cc}\p{Cf}\u2028\u2029]/gu, encodeURIComponent);
}
