import * as vscode from 'vscode';
import type { Label } from '../core/api/label.ts';
import type { AccountId } from '../core/base/account.ts';
import { commandIds } from '../ids.ts';
import type { CommandHandlers } from './registerCommands.ts';

/** A label that a row of the view stands for. */
export interface LabelTarget {
  readonly accountId: AccountId;
  readonly label: Label;
}

/** What the commands about labels work with. */
export interface LabelCommandsOptions {
  readonly view: {
    find(row: unknown): Promise<void>;
    refresh(row: unknown): Promise<void>;
    filter(row: unknown): Promise<void>;
    clearFilter(row: unknown): Promise<void>;
    loadMore(row: unknown): Promise<void>;
    loadAll(row: unknown): Promise<void>;
  };
  /** Work on many labels at once. */
  readonly batch: {
    /** `rows`: all that are selected, where the command was called on one of them. */
    setStatus(row: unknown, rows: unknown): Promise<void>;
    exportLabels(row: unknown): Promise<void>;
    importLabels(row: unknown): Promise<void>;
    /** `key`: which comparison, where several are open. */
    applyReviewed(key: unknown): Promise<void>;
    undo(): Promise<void>;
  };
  /** The label that a row stands for; without a row, the one that is selected. */
  readonly labelOfRow: (row: unknown) => LabelTarget | undefined;
  /** Opens a label; without one, switches the active editor over. */
  readonly open: (
    target: LabelTarget | undefined,
    as: 'form' | 'json',
    preserveFocus?: boolean,
  ) => Promise<void>;
}

/** Commands about labels. */
export function labelCommands(
  options: LabelCommandsOptions,
): Pick<
  CommandHandlers,
  | 'workforce.labels.refresh'
  | 'workforce.labels.filter'
  | 'workforce.labels.clearFilter'
  | 'workforce.labels.find'
  | 'workforce.labels.loadMore'
  | 'workforce.labels.loadAll'
  | 'workforce.labels.edit'
  | 'workforce.labels.editAsJson'
  | 'workforce.labels.setStatus'
  | 'workforce.labels.export'
  | 'workforce.labels.import'
  | 'workforce.labels.applyChanges'
  | 'workforce.labels.undoChanges'
  | 'workforce.labels.copyId'
  | 'workforce.labels.copyCode'
  | 'workforce.labels.copyName'
> {
  const { batch, view } = options;
  const copy = async (row: unknown, text: (label: Label) => string | undefined): Promise<void> => {
    const target = options.labelOfRow(row);
    if (target !== undefined) {
      await vscode.env.clipboard.writeText(text(target.label) ?? '');
    }
  };
  return {
    [commandIds.refreshLabels]: async (row) => await view.refresh(row),
    [commandIds.filterLabels]: async (row) => await view.filter(row),
    [commandIds.clearLabelFilter]: async (row) => await view.clearFilter(row),
    [commandIds.findLabel]: async (row) => await view.find(row),
    [commandIds.loadMoreLabels]: async (row) => await view.loadMore(row),
    [commandIds.loadAllLabels]: async (row) => await view.loadAll(row),
    [commandIds.editLabel]: async (row, how) =>
      await options.open(options.labelOfRow(row), 'form', how === 'preserveFocus'),
    [commandIds.editLabelAsJson]: async (row) =>
      await options.open(options.labelOfRow(row), 'json'),
    [commandIds.setLabelStatus]: async (row, rows) => await batch.setStatus(row, rows),
    [commandIds.exportLabels]: async (row) => await batch.exportLabels(row),
    [commandIds.importLabels]: async (row) => await batch.importLabels(row),
    [commandIds.applyLabelChanges]: async (key) => await batch.applyReviewed(key),
    [commandIds.undoLabelChanges]: async () => await batch.undo(),
    [commandIds.copyLabelId]: async (row) => await copy(row, ({ id }) => id),
    [commandIds.copyLabelCode]: async (row) => await copy(row, ({ labelCode }) => labelCode),
    [commandIds.copyLabelName]: async (row) => await copy(row, ({ labelName }) => labelName),
  };
}
