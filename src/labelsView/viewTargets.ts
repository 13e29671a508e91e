import type { CommandTargets } from '../accounts/commandTargets.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { rowOf } from './chosenLabels.ts';
import type { LabelsView } from './labelsView.ts';

/** Returns the targets of other features' commands, as determined by `view`. */
export function viewTargets(view: LabelsView, statusNames: () => StatusNames): CommandTargets {
  return {
    isRow: (row) => rowOf(row) !== undefined,
    chooseAccount: async (row) => await view.chooseAccount(row),
    chooseLabels: async (row, rows) => await view.chooseLabels(row, rows),
    labelsCalledOn: (account, row, rows) => view.labelsCalledOn(account, row, rows),
    selectedLabels: (account) => view.selectedLabels(account),
    filterOf: (account) => view.filterOf(account),
    pickStatus: async (title, account, labels) => {
      const { pickNewStatus } = await import('./newStatusPicker.ts');
      const seen = view.statusesSeen(account.account.id);
      return await pickNewStatus({ title, labels, seen, names: statusNames() });
    },
  };
}
