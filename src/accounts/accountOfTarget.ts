import { isAccountId, type AccountId } from '../core/account/account.ts';

/** Returns the account that a row of the view stands for; undefined if none. */
export type AccountOfRow = (row: unknown) => AccountId | undefined;

/** Returns the account that a command was called on, by its row or its id; undefined if none. */
export function accountOfTarget(
  target: unknown,
  accountOfRow: AccountOfRow,
): AccountId | undefined {
  return typeof target === 'string' && isAccountId(target) ? target : accountOfRow(target);
}
