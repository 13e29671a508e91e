import * as vscode from 'vscode';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { textLanguage } from '../commands/textLanguage.ts';
import { labelFilterSummary, type LabelFilter } from '../core/labels/list/labelCriteria.ts';
import { isEmptyFilter } from '../core/labels/list/labelFilter.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { surfaceText } from '../core/text/surfaceText.ts';
import { contextKeys } from '../ids.ts';
import type { ListsByAccount } from './listsByAccount.ts';

/** State that the view describes. */
export interface DescribedView {
  readonly accounts: LabelAccounts;
  readonly lists: ListsByAccount;
  readonly statusNames: () => StatusNames;
}

/** Shows the state of the view in the message above the rows, and sets the context keys. */
export async function describeView(
  treeView: Pick<vscode.TreeView<unknown>, 'message'>,
  { accounts, lists, statusNames }: DescribedView,
): Promise<void> {
  const all = accounts.all();
  const [only, ...others] = all;
  const alone = others.length === 0 ? only : undefined;
  // In a container with a single view, VS Code hides the view's description and truncates its title.
  const message =
    alone === undefined
      ? ''
      : surfaceText('viewMessage', messageOf(alone, lists.of(alone).filter, statusNames()));
  if (treeView.message !== message) {
    // Set the message only if it has changed: VS Code would delay changes of rows by 200 ms.
    treeView.message = message;
  }
  const isFiltered = all.some((account) => !isEmptyFilter(lists.of(account).filter));
  await Promise.all([
    setContext(contextKeys.signedIn, all.length > 0),
    setContext(contextKeys.signInsUnreadable, accounts.readFailure !== undefined),
    setContext(contextKeys.labelsFiltered, isFiltered),
    setContext(
      contextKeys.allReadOnly,
      all.length > 0 && all.every(({ readOnly }) => readOnly !== undefined),
    ),
  ]);
}

function messageOf(account: LabelAccount, filter: LabelFilter, names: StatusNames): string {
  const summary = labelFilterSummary(filter, names, textLanguage());
  const parts = [
    displayText(account.label),
    ...(account.readOnly !== undefined ? [vscode.l10n.t('Read-only')] : []),
    ...(summary === '' ? [] : [vscode.l10n.t('Filter: {0}', summary)]),
  ];
  return parts.join(' · ');
}

async function setContext(key: string, value: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, value);
}
