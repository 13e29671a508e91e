import type { Label } from '../core/api/label.ts';
import type { LabelFilter } from '../core/labels/list/labelCriteria.ts';
import type { LabelAccount } from './labelAccounts.ts';

/** Labels of one account; empty without an account. */
export interface ChosenLabels {
  readonly account: LabelAccount | undefined;
  readonly labels: readonly Label[];
}

/**
 * Targets of the commands of other features. VS Code runs a command of a row with that row and all selected
 * ones; other callers pass anything.
 */
export interface CommandTargets {
  /** Returns whether it is a row of the view. */
  readonly isRow: (row: unknown) => boolean;
  /** Returns the account of a row, or lets the user choose one; undefined if cancelled. */
  readonly chooseAccount: (row: unknown) => Promise<LabelAccount | undefined>;
  /** Returns the chosen labels, with their account if there are any. */
  readonly chooseLabels: (row: unknown, rows: unknown) => Promise<ChosenLabels>;
  /** Returns the labels of an account on which a command is run, if any. */
  readonly labelsCalledOn: (account: LabelAccount, row: unknown, rows: unknown) => readonly Label[];
  /** Returns the labels of an account selected in the view. */
  readonly selectedLabels: (account: LabelAccount) => readonly Label[];
  /** Returns the filter of an account's labels. */
  readonly filterOf: (account: LabelAccount) => LabelFilter;
  /** Lets the user choose a new status for labels of an account; undefined if cancelled. */
  readonly pickStatus: (
    title: string,
    account: LabelAccount,
    labels: readonly Label[],
  ) => Promise<number | undefined>;
}
