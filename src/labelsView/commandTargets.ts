import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { Label } from '../core/api/label.ts';
import type { LabelFilter } from '../core/labels/list/labelFilter.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { rowOf, type ChosenLabels } from './chosenLabels.ts';
import type { LabelsView } from './labelsView.ts';

/**
 * What commands of other features are about. VS Code calls a command of a row with that row and all
 * selected ones, or with anything else.
 */
export interface CommandTargets {
  /** Whether it is a row of the view. */
  readonly isRow: (row: unknown) => boolean;
  /** Returns the account that is meant; undefined if the user leaves. */
  readonly chooseAccount: (row: unknown) => Promise<LabelAccount | undefined>;
  /** Returns the labels that are meant; no account if none. */
  readonly chooseLabels: (row: unknown, rows: unknown) => Promise<ChosenLabels>;
  /** Returns the labels of an account that a command was called on, if any. */
  readonly labelsCalledOn: (account: LabelAccount, row: unknown, rows: unknown) => readonly Label[];
  /** Returns the labels of an account that are selected in the view. */
  readonly selectedLabels: (account: LabelAccount) => readonly Label[];
  /** Returns what the labels of an account are filtered by. */
  readonly filterOf: (account: LabelAccount) => LabelFilter;
  /** Lets the user choose a new status for labels of an account; undefined if the user leaves. */
  readonly pickStatus: (
    title: string,
    account: LabelAccount,
    labels: readonly Label[],
  ) => Promise<number | undefined>;
}

/** Returns what commands of other features find out from `view`. */
export function commandTargets(view: LabelsView, statusNames: () => StatusNames): CommandTargets {
  return {
    isRow: (row) => rowOf(row) !== undefined,
    chooseAccount: async (row) => await view.chooseAccount(rowOf(row)),
    chooseLabels: async (row, rows) => await view.chooseLabels(rowOf(row), rows),
    labelsCalledOn: (account, row, rows) => view.labelsCalledOn(account, rowOf(row), rows),
    selectedLabels: (account) => view.selectedLabels(account),
    filterOf: (account) => view.filterOf(account),
    pickStatus: async (title, account, labels) => {
      const { pickNewStatus } = await import('./newStatusPicker.ts');
      const seen = (await view.filters()).statusesSeen(account);
      return await pickNewStatus({ title, labels, seen, names: statusNames() });
    },
  };
}
