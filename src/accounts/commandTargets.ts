import type { Label } from '../core/api/label.ts';
import type { LabelFilter } from '../core/labels/list/labelCriteria.ts';
import type { LabelAccount } from './labelAccounts.ts';

/** Labels of one account; empty without an account. */
export interface ChosenLabels {
  readonly account: LabelAccount | undefined;
  readonly labels: readonly Label[];
}

/**
 * Choice of the account and labels for commands of other features. VS Code runs a command of a row with that
 * row and all selected rows; other callers may pass anything.
 */
export interface CommandTargets {
  /** Returns whether `row` is a row of the view. */
  readonly isRow: (row: unknown) => boolean;
  /** Returns the account of `row`, or lets the user choose an account; undefined if cancelled. */
  readonly chooseAccount: (row: unknown) => Promise<LabelAccount | undefined>;
  /** Returns the chosen labels with their account; both are empty if there are none. */
  readonly chooseLabels: (row: unknown, rows: unknown) => Promise<ChosenLabels>;
  /** Returns the labels of `account` among the rows that a command is run on; empty if there are none. */
  readonly labelsCalledOn: (account: LabelAccount, row: unknown, rows: unknown) => readonly Label[];
  /** Returns the labels of `account` that are selected in the view. */
  readonly selectedLabels: (account: LabelAccount) => readonly Label[];
  /** Returns the view's filter for `account`. */
  readonly filterOf: (account: LabelAccount) => LabelFilter;
  /** Lets the user choose a new status for `labels`; undefined if cancelled. */
  readonly pickStatus: (
    title: string,
    account: LabelAccount,
    labels: readonly Label[],
  ) => Promise<number | undefined>;
}
