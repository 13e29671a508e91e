import type { Account } from '../core/account/account.ts';
import { surfaceText, type SurfaceText } from '../core/text/surfaceText.ts';

/**
 * Name of an account for display: the tenant first, which distinguishes a user's accounts even if the row is
 * cut. The service provides only identifiers (docs/interface.md, section 2.3).
 */
export function accountLabel({ tenantId, userId }: Account): string {
  return `${tenantId} · ${userId}`;
}

/** Host of the account's service, with its port and path, if any. */
export function serviceLabel({ baseUrl }: Pick<Account, 'baseUrl'>): string {
  const { host, pathname } = new URL(baseUrl);
  return pathname === '/' ? host : host + pathname;
}

/**
 * Name of an account with its service, for VS Code's consent, preferences and Accounts menu. VS Code uses
 * this name as a key, so it must be unique, whatever a service calls its tenants and users.
 */
export function authenticationAccountLabel(account: Account): SurfaceText<'accountLabel'> {
  const { tenantId, userId } = account;
  const parts = [unambiguous(tenantId), unambiguous(userId), serviceLabel(account)];
  return surfaceText('accountLabel', parts.join(' · '));
}

/**
 * Percent-encodes the separator, invisible characters, and characters that `surfaceText` would replace, so
 * that two accounts never have the same name.
 */
function unambiguous(identifier: string): string {
  return identifier
    .toWellFormed()
    .replaceAll(
      /[%·[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029]|(?<=[\]$])\(|&(?=&)/gu,
      (character) => (character === '(' ? '%28' : encodeURIComponent(character)),
    );
}
