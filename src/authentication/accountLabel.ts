import type { Account } from '../core/base/account.ts';

/** Who and where, as a person reads it. The service gives only identifiers (interface document, section 2.3). */
export function accountLabel({ tenantId, userId }: Account): string {
  return `${userId} · ${tenantId}`;
}
