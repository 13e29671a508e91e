import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import type { Label } from '../core/api/label.ts';
import { labelTitle } from '../core/labels/labelTitle.ts';
import type { SearchAsYouType } from '../core/labels/list/searchAsYouType.ts';
import { statusText, type StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { withoutIcons } from '../core/text/withoutMarkup.ts';
import { loadFailureText } from './rows/messageRow.ts';
import { statusIcon } from './rows/statusIcon.ts';

/** The search in one of the accounts that are searched. */
export interface AccountSearch {
  readonly account: LabelAccount;
  readonly search: SearchAsYouType;
  /** Stands in its rows where several are searched: VS Code leaves out lines between groups when it has a text. */
  readonly accountName: string | undefined;
}

/** A row of the finder that can be chosen. */
interface ChoosableItem extends vscode.QuickPickItem, AccountSearch {
  /** The text whose answer it belongs to. */
  readonly text: string;
}

/** A row of the finder that stands for a label. */
export interface LabelItem extends ChoosableItem {
  readonly label: string;
  readonly found: Label;
}

/** A row of the finder that loads more, or tries again. */
export interface MoreItem extends ChoosableItem {
  readonly found?: never;
}

/** A line between two groups of rows. */
interface SeparatorItem extends vscode.QuickPickItem {
  readonly kind: vscode.QuickPickItemKind.Separator;
}

/** A row of the finder. */
export type FinderItem = LabelItem | MoreItem | SeparatorItem;

/** A button of a row: edits the label as JSON, or copies its code. */
export interface FinderButton extends vscode.QuickInputButton {
  readonly use: 'json' | 'copy';
}

/** The rows for `labels` that were opened last in an account. */
export function recentItems(
  within: AccountSearch,
  labels: readonly Label[],
  names: StatusNames,
): FinderItem[] {
  return labels.map((label) => labelItem(within, label, '', names));
}

/** The line above the rows of labels that were opened last. */
export function recentHeading(): FinderItem {
  return {
    label: vscode.l10n.t('Recently opened'),
    kind: vscode.QuickPickItemKind.Separator,
  };
}

/** The rows for what was found in an account so far. */
export function foundItems(within: AccountSearch, names: StatusNames): FinderItem[] {
  const { error, hasMore, labels, text, total } = within.search.results;
  return [
    ...(error === undefined ? [] : [retryItem(within, error)]),
    ...labels.map((label) => labelItem(within, label, text, names)),
    ...(error === undefined && hasMore ? [moreItem(within, labels.length, total)] : []),
  ];
}

function retryItem(within: AccountSearch, error: unknown): MoreItem {
  return {
    ...within,
    text: within.search.text,
    label: `$(error) ${vscode.l10n.t('Retry')}`,
    description: withoutIcons(within.accountName ?? ''),
    detail: withoutIcons(loadFailureText(error)),
    alwaysShow: true,
  };
}

function moreItem(within: AccountSearch, count: number, total: number | undefined): MoreItem {
  const label =
    total === undefined
      ? vscode.l10n.t('More results')
      : vscode.l10n.t('More results ({0} of {1})', formatNumber(count), formatNumber(total));
  return {
    ...within,
    text: within.search.results.text,
    label: `$(ellipsis) ${label}`,
    description: withoutIcons(within.accountName ?? ''),
    alwaysShow: true,
  };
}

function labelItem(
  within: AccountSearch,
  label: Label,
  text: string,
  names: StatusNames,
): LabelItem {
  const { labelCode, labelName, labelStatus } = label;
  const description = [
    ...(labelName === undefined || labelCode === undefined ? [] : [displayText(labelCode)]),
    ...(labelStatus === undefined
      ? []
      : [vscode.l10n.t('Status {0}', displayText(statusText(labelStatus, names)))]),
    ...(within.accountName === undefined ? [] : [within.accountName]),
  ];
  const buttons: FinderButton[] = [
    { use: 'json', iconPath: new vscode.ThemeIcon('json'), tooltip: vscode.l10n.t('Edit as JSON') },
    { use: 'copy', iconPath: new vscode.ThemeIcon('copy'), tooltip: vscode.l10n.t('Copy Code') },
  ];
  return {
    ...within,
    text,
    found: label,
    label: withoutIcons(labelTitle(label)),
    description: withoutIcons(description.join(' · ')),
    iconPath: statusIcon(labelStatus),
    buttons,
    // The service has done the searching; VS Code must not do it again in its own way.
    alwaysShow: true,
  };
}
