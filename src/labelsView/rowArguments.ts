import type { AccountId } from '../core/account/account.ts';
import { LabelRow } from './rows/labelRow.ts';
import { LabelsViewRow } from './rows/labelsViewRow.ts';

/** Returns the row that a command was called on; undefined if `argument` is none. */
export function rowOf(argument: unknown): LabelsViewRow | undefined {
  return argument instanceof LabelsViewRow ? argument : undefined;
}

/** Returns the account of the row that a command was called on; undefined if `argument` is none. */
export function accountOfRow(argument: unknown): AccountId | undefined {
  return rowOf(argument)?.accountId;
}

/** Returns the row of a label that a command was called on; undefined if `argument` is none. */
export function labelOfRow(argument: unknown): LabelRow | undefined {
  return argument instanceof LabelRow ? argument : undefined;
}
