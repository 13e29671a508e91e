import * as vscode from 'vscode';
import type { Label } from '../core/api/label.ts';
import type { AccountId } from '../core/account/account.ts';
import { commandIds } from '../ids.ts';
import type { CommandHandler, CommandHandlers } from './registerCommands.ts';

/** A label that a row of the view stands for. */
export interface LabelTarget {
  readonly accountId: AccountId;
  readonly label: Label;
}

/** What the commands about labels work with. */
export interface LabelCommandsOptions {
  /** Waits until the accounts are known. Throws `ConfigurationError` where there is none. */
  readonly requireAccount: () => Promise<void>;
  readonly view: {
    find(row: unknown): Promise<void>;
    refresh(row: unknown): Promise<void>;
    filter(row: unknown): Promise<void>;
    clearFilter(row: unknown): Promise<void>;
    loadMore(row: unknown): Promise<void>;
    loadAll(row: unknown): Promise<void>;
    /** The labels that are meant. `rows`: all that are selected, where a command was called on one. */
    chooseLabels(row: unknown, rows: unknown): Promise<readonly Label[]>;
  };
  /** Work on many labels at once. */
  readonly batch: {
    /** `rows`: all that are selected, where the command was called on one of them. */
    setStatus(row: unknown, rows: unknown): Promise<void>;
    exportLabels(row: unknown): Promise<void>;
    importLabels(row: unknown): Promise<void>;
    /** `key`: which comparison, where several are open. */
    applyReviewed(key: unknown): Promise<void>;
    /** `key`: which changes, by default the last ones. */
    undo(key: unknown): Promise<void>;
  };
  /** The label that a row stands for. */
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
  /** Copies one line for each label that has such a text; without any, the clipboard stays as it is. */
  const copy =
    (textOf: (label: Label) => string | undefined): CommandHandler =>
    async (row, rows) => {
      const labels = await view.chooseLabels(row, rows);
      const lines = labels.flatMap((label) => textOf(label) ?? []);
      if (lines.length > 0) {
        await vscode.env.clipboard.writeText(lines.join('\n'));
      } else if (labels.length > 0) {
        await vscode.window.showInformationMessage(vscode.l10n.t('There is nothing to copy.'));
      }
    };
  /** The view may never have been looked at when a command is called from the palette. */
  const signedIn =
    (handler: CommandHandler): CommandHandler =>
    async (...commandArguments) => {
      await options.requireAccount();
      await handler(...commandArguments);
    };
  return {
    [commandIds.refreshLabels]: signedIn(async (row) => await view.refresh(row)),
    [commandIds.filterLabels]: signedIn(async (row) => await view.filter(row)),
    [commandIds.clearLabelFilter]: async (row) => await view.clearFilter(row),
    [commandIds.findLabel]: signedIn(async (row) => await view.find(row)),
    [commandIds.loadMoreLabels]: signedIn(async (row) => await view.loadMore(row)),
    [commandIds.loadAllLabels]: signedIn(async (row) => await view.loadAll(row)),
    [commandIds.editLabel]: async (row, how) =>
      await options.open(options.labelOfRow(row), 'form', how === 'preserveFocus'),
    [commandIds.editLabelAsJson]: async (row) =>
      await options.open(options.labelOfRow(row), 'json'),
    [commandIds.setLabelStatus]: signedIn(async (row, rows) => await batch.setStatus(row, rows)),
    [commandIds.exportLabels]: signedIn(async (row) => await batch.exportLabels(row)),
    [commandIds.importLabels]: signedIn(async (row) => await batch.importLabels(row)),
    [commandIds.applyLabelChanges]: async (key) => await batch.applyReviewed(key),
    [commandIds.undoLabelChanges]: async (key) => await batch.undo(key),
    [commandIds.copyLabelId]: copy(({ id }) => id),
    [commandIds.copyLabelCode]: copy(({ labelCode }) => labelCode),
    [commandIds.copyLabelName]: copy(({ labelName }) => labelName),
  };
}
