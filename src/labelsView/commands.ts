import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { SignedInAccounts } from '../accounts/signedInAccounts.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import { parseLabelUri } from '../core/account/labelAddress.ts';
import { formatLabelLink } from '../core/account/labelLink.ts';
import type { Label } from '../core/api/label.ts';
import { commandIds, extensionId } from '../ids.ts';
import { notify } from '../surfaces/notify.ts';
import { labelOfRow, rowOf } from './chosenLabels.ts';
import { copiedLines } from './copiedLines.ts';
import { findLabel, type LabelFinderOptions } from './labelFinder.ts';
import type { LabelsView } from './labelsView.ts';
import type { LabelsViewRow } from './rows/labelsViewRow.ts';

/** Dependencies of the view's commands. */
export interface LabelsViewCommandsOptions extends LabelFinderOptions {
  readonly accounts: SignedInAccounts;
  readonly view: LabelsView;
  /** Returns the label document on which a command is run; undefined if there is none. */
  readonly targetDocument: (argument: unknown) => vscode.Uri | undefined;
}

/** Commands of the view. Each applies to a row, the selected rows, or an account that the user picks. */
export function labelsViewCommands(options: LabelsViewCommandsOptions) {
  const { accounts, targetDocument, view } = options;
  const copy =
    (textOf: (label: Label) => string | undefined) =>
    async (row?: unknown, rows?: unknown): Promise<void> => {
      const { labels } = await view.chooseLabels(row, rows);
      await copyLines(labels, textOf);
    };
  const signedIn =
    (run: (row: LabelsViewRow | undefined) => Promise<void>) =>
    async (row: unknown): Promise<void> => {
      await accounts.requireAccount();
      await run(rowOf(row));
    };
  /**
   * Returns a command handler for one account: that of the row or the selection, the only account, or the
   * user's choice.
   */
  const ofAccount =
    (run: (account: LabelAccount) => Promise<void>) =>
    async (row: unknown): Promise<void> => {
      await accounts.requireAccount();
      const account = await view.chooseAccount(row);
      if (account !== undefined) {
        await run(account);
      }
    };
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
    // Enter runs this command with the focused row, as VS Code does for buttons above a tree.
    [commandIds.openFocusedRow]: async (row) => {
      const label = labelOfRow(row);
      if (label === undefined) {
        await vscode.commands.executeCommand('list.select');
      } else {
        await view.selectLabel(label.accountId, label.label.id);
        await vscode.commands.executeCommand(commandIds.editLabel, label);
      }
    },
    [commandIds.copyLabelId]: copy(({ id }) => id),
    [commandIds.copyLabelCode]: copy(({ labelCode }) => labelCode),
    [commandIds.copyLabelName]: copy(({ labelName }) => labelName),
    [commandIds.copyLabelLink]: async (row, rows) => {
      const document = rowOf(row) === undefined ? targetDocument(row) : undefined;
      const address = document === undefined ? undefined : parseLabelUri(document);
      if (address !== undefined) {
        await accounts.ready();
        await copyLinks(accounts.find(address.accountId), [{ id: address.labelId }]);
      } else {
        const { account, labels } = await view.chooseLabels(row, rows);
        await copyLinks(account, labels);
      }
    },
    [commandIds.copyLabelRows]: async (row, rows) => {
      const { labels } = await view.chooseLabels(row, rows);
      if (labels.length > 0) {
        const { tabSeparatedText } = await import('../core/labels/exchange/labelCsv.ts');
        await vscode.env.clipboard.writeText(await tabSeparatedText(labels));
      }
    },
  } satisfies Partial<CommandHandlers>;
}

/**
 * Copies the text of each label, one per line, skipping labels without a text. If there is no text at all,
 * notifies the user and leaves the clipboard unchanged.
 */
async function copyLines<T>(
  labels: readonly T[],
  textOf: (label: T) => string | undefined,
): Promise<void> {
  const lines = labels.flatMap((label) => textOf(label) ?? []);
  if (lines.length > 0) {
    await vscode.env.clipboard.writeText(copiedLines(lines));
  } else if (labels.length > 0) {
    await notify('information', vscode.l10n.t('There is nothing to copy.'));
  }
}

/** Copies links to the labels, except those whose id does not fit into a link. */
async function copyLinks(
  account: LabelAccount | undefined,
  labels: readonly Pick<Label, 'id'>[],
): Promise<void> {
  await copyLines(labels, ({ id }) => {
    const address =
      account &&
      formatLabelLink({
        kind: 'label',
        account: { connection: account.connectionName, tenant: account.account.tenantId },
        id,
      });
    return address && `${vscode.env.uriScheme}://${extensionId}${address}`;
  });
}
