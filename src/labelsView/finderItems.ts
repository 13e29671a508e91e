import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import type { Label } from '../core/api/label.ts';
import { labelDetails, labelTitle } from '../core/labels/labelTitle.ts';
import type { SearchAsYouType } from '../core/labels/list/searchAsYouType.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { cutText } from '../core/text/cutText.ts';
import { displayText } from '../core/text/displayText.ts';
import { quickPickRow, type QuickPickRow } from '../surfaces/quickPick.ts';
import { loadFailureText } from './rows/messageRow.ts';
import { statusIcon } from './rows/statusIcon.ts';

/** Maximum length of the search text when it is repeated in a row. */
const maximumShownLength = 80;

/** Search in one account. */
export interface AccountSearch {
  readonly account: LabelAccount;
  readonly search: SearchAsYouType;
  /** Name shown in the rows if several accounts are searched. */
  readonly accountName: string | undefined;
}

/** Selectable row of the finder. */
interface ChoosableItem extends QuickPickRow, AccountSearch {
  /** Search text to whose results the row belongs. */
  readonly text: string;
}

/** Row of a label in the finder. */
export interface LabelItem extends ChoosableItem {
  readonly found: Label;
}

/** Row that loads more labels, or retries. */
export interface MoreItem extends ChoosableItem {
  readonly found?: never;
}

/** Row without an action, or a separator. */
interface NoteItem extends QuickPickRow {
  readonly search?: never;
}

/** Row of the finder. */
export type FinderItem = LabelItem | MoreItem | NoteItem;

/** Button of a row: opens the label as JSON, or copies its code. */
export interface FinderButton extends vscode.QuickInputButton {
  readonly use: 'json' | 'copy';
}

/** Rows for the recently opened `labels` of an account, below a separator. */
export function recentItems(
  within: AccountSearch,
  labels: readonly Label[],
  names: StatusNames,
): FinderItem[] {
  return belowSeparator(
    [vscode.l10n.t('Recently opened'), ...accountHeading(within)],
    labels.map((label) => labelItem(within, label, '', names)),
  );
}

/** Rows for the labels found in an account so far; below a separator if several accounts are searched. */
export function foundItems(within: AccountSearch, names: StatusNames): FinderItem[] {
  const { asked, error, hasMore, labels, text, total } = within.search.results;
  const isOver = error === undefined && text !== '';
  return belowSeparator(accountHeading(within), [
    ...(error === undefined ? [] : [retryItem(within, error)]),
    ...(isOver && labels.length === 0 && !hasMore ? [noMatchItem(within, text)] : []),
    ...labels.map((label) => labelItem(within, label, text, names)),
    ...(isOver && labels.length > 0 && asked !== undefined ? [allWordsItem(within)] : []),
    ...(error === undefined && hasMore ? [moreItem(within, labels.length, total)] : []),
  ]);
}

/** Name of the account for a separator: at the end of a row it would often be cut off. */
function accountHeading({ accountName }: AccountSearch): readonly string[] {
  return accountName === undefined ? [] : [accountName];
}

function belowSeparator(headings: readonly string[], rows: readonly FinderItem[]): FinderItem[] {
  const kind = vscode.QuickPickItemKind.Separator;
  const separator = quickPickRow({ label: headings.join(' · '), kind } as const);
  return headings.length === 0 || rows.length === 0 ? Array.from(rows) : [separator, ...rows];
}

/** Row for an empty result, with a suggestion. */
function noMatchItem({ accountName }: AccountSearch, text: string): NoteItem {
  return quickPickRow({
    label: vscode.l10n.t('No labels match “{0}”', cutText(displayText(text), maximumShownLength)),
    iconPath: new vscode.ThemeIcon('info'),
    description: accountName ?? '',
    detail: vscode.l10n.t(
      'Type fewer or shorter words, in any order; case, accents and hyphens do not matter.',
    ),
    alwaysShow: true,
  });
}

/** Row that explains why the results include labels that do not contain the text as typed. */
function allWordsItem({ accountName }: AccountSearch): NoteItem {
  return quickPickRow({
    label: vscode.l10n.t(
      'These labels contain all your words, in any order; case, accents and hyphens do not matter.',
    ),
    iconPath: new vscode.ThemeIcon('info'),
    description: accountName ?? '',
    alwaysShow: true,
  });
}

function retryItem(within: AccountSearch, error: unknown): MoreItem {
  return quickPickRow({
    ...within,
    text: within.search.text,
    label: vscode.l10n.t('Retry'),
    iconPath: new vscode.ThemeIcon('error'),
    description: within.accountName ?? '',
    detail: loadFailureText(error),
    alwaysShow: true,
  });
}

function moreItem(within: AccountSearch, count: number, total: number | undefined): MoreItem {
  const label =
    total === undefined
      ? vscode.l10n.t('More results')
      : vscode.l10n.t('More results ({0} of {1})', formatNumber(count), formatNumber(total));
  return quickPickRow({
    ...within,
    text: within.search.results.text,
    label,
    iconPath: new vscode.ThemeIcon('ellipsis'),
    description: within.accountName ?? '',
    alwaysShow: true,
  });
}

function labelItem(
  within: AccountSearch,
  label: Label,
  text: string,
  names: StatusNames,
): LabelItem {
  const description = [
    ...labelDetails(label, names),
    ...(within.accountName === undefined ? [] : [within.accountName]),
  ];
  const buttons: FinderButton[] = [
    { use: 'json', iconPath: new vscode.ThemeIcon('json'), tooltip: vscode.l10n.t('Edit as JSON') },
    { use: 'copy', iconPath: new vscode.ThemeIcon('copy'), tooltip: vscode.l10n.t('Copy Code') },
  ];
  return quickPickRow({
    ...within,
    text,
    found: label,
    label: labelTitle(label),
    description: description.join(' · '),
    iconPath: statusIcon(label.labelStatus),
    buttons,
    // The service has already searched; VS Code must not filter its results.
    alwaysShow: true,
  });
}
