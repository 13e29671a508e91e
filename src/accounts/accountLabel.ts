import type { Account } from '../core/account/account.ts';

/**
 * Where and who, as a person reads it: the tenant first, which distinguishes the accounts of one person
 * even if the row is cut. The service gives only identifiers (docs/interface.md, section 2.3).
 */
export function accountLabel({ tenantId, userId }: Account): string {
  return `${tenantId} · ${userId}`;
}
