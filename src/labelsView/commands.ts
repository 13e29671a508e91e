import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { SignedInAccounts } from '../accounts/signedInAccounts.ts';
import { notify } from '../commands/notify.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { Label } from '../core/api/label.ts';
import { commandIds } from '../ids.ts';
import { rowOf } from './chosenLabels.ts';
import { findLabel, type LabelFinderOptions } from './labelFinder.ts';
import type { LabelsView } from './labelsView.ts';
import type { LabelsViewRow } from './rows/labelsViewRow.ts';

/** What the commands of the view need. */
export interface LabelsViewCommandsOptions extends LabelFinderOptions {
  readonly accounts: SignedInAccounts;
  readonly view: LabelsView;
}

/** Commands of the view: each on a row, the selected ones, or an account that the user is asked for. */
export function labelsViewCommands(options: LabelsViewCommandsOptions) {
  const { accounts, view } = options;
  /** Copies one line for each label that has such a text; without any, the clipboard stays as it is. */
  const copy =
    (textOf: (label: Label) => string | undefined) =>
    async (row?: unknown, rows?: unknown): Promise<void> => {
      const { labels } = await view.chooseLabels(rowOf(row), rows);
      const lines = labels.flatMap((label) => textOf(label) ?? []);
      if (lines.length > 0) {
        await vscode.env.clipboard.writeText(lines.join('\n'));
      } else if (labels.length > 0) {
        await notify('information', vscode.l10n.t('There is nothing to copy.'));
      }
    };
  const signedIn =
    (run: (row: LabelsViewRow | undefined) => Promise<void>) =>
    async (row: unknown): Promise<void> => {
      await accounts.requireAccount();
      await run(rowOf(row));
    };
  /** For one account: that of the row, of the selection, the only one, or the one that the user picks. */
  const ofAccount = (run: (account: LabelAccount) => Promise<void>) =>
    signedIn(async (row) => {
      const account = await view.chooseAccount(row);
      if (account !== undefined) {
        await run(account);
      }
    });
  return {
    [commandIds.refreshLabels]: signedIn(async (row) => await view.refresh(row)),
    [commandIds.filterLabels]: ofAccount(
      async (account) => await (await view.filters()).change(account),
    ),
    [commandIds.clearLabelFilter]: async (row) =>
      await (await view.filters()).clear(view.accountsOf(rowOf(row))),
    [commandIds.saveLabelFilter]: ofAccount(
      async (account) => await (await view.filters()).save(account),
    ),
    [commandIds.showDuplicateLabels]: ofAccount(
      async (account) => await (await view.filters()).showRepeated(account),
    ),
    [commandIds.findLabel]: signedIn(async (row) => {
      const searched = view.accountsOf(row);
      if (searched.length > 0) {
        await findLabel(searched, options);
      }
    }),
    [commandIds.loadMoreLabels]: signedIn(async (row) => await view.loadMore(row)),
    [commandIds.loadAllLabels]: signedIn(async (row) => await view.loadAll(row)),
    [commandIds.copyLabelId]: copy(({ id }) => id),
    [commandIds.copyLabelCode]: copy(({ labelCode }) => labelCode),
    [commandIds.copyLabelName]: copy(({ labelName }) => labelName),
    [commandIds.copyLabelRows]: async (row, rows) => {
      const { labels } = await view.chooseLabels(rowOf(row), rows);
      if (labels.length > 0) {
        const { tabSeparatedText } = await import('../core/labels/exchange/labelCsv.ts');
        await vscode.env.clipboard.writeText(tabSeparatedText(labels));
      }
    },
  } satisfies Partial<CommandHandlers>;
}
