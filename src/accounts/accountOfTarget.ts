import { isAccountId, type AccountId } from '../core/account/account.ts';

/** Returns the account of a row in the view; undefined if the row has none. */
export type AccountOfRow = (row: unknown) => AccountId | undefined;

/** Returns the account on which a command is run, from its row or its id; undefined if there is none. */
export function accountOfTarget(
  target: unknown,
  accountOfRow: AccountOfRow,
): AccountId | undefined {
  return typeof target === 'string' && isAccountId(target) ? target : accountOfRow(target);
}
