import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore } from '../core/async/disposable.ts';
import { labelTitle } from '../core/labels/labelTitle.ts';
import { LabelSearch } from '../core/labels/list/labelSearch.ts';
import type { RecentLabels } from '../core/labels/list/recentLabels.ts';
import { statusText, type StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { withoutIcons } from '../core/text/withoutMarkup.ts';
import { loadFailureText } from './rows/messageRow.ts';
import { statusIcon } from './rows/statusIcon.ts';

/** Where the finder looks besides the account, and how it opens what was found. */
export interface LabelFinderOptions {
  readonly clock: Clock;
  readonly recent: RecentLabels;
  readonly statusNames: () => StatusNames;
  /** Opens a label that was found. */
  readonly open: (accountId: AccountId, label: Label, as: 'form' | 'json') => Promise<void>;
}

interface LabelItem extends vscode.QuickPickItem {
  readonly found: Label;
}

interface ActionItem extends vscode.QuickPickItem {
  readonly action: 'more';
}

type FinderItem = LabelItem | ActionItem | (vscode.QuickPickItem & { readonly kind: number });

interface FinderButton extends vscode.QuickInputButton {
  readonly use: 'json' | 'copy';
}

/** Lets the user find a label of `account` on the service by typing, and opens it. */
export async function findLabel(
  account: LabelAccount,
  { clock, open, recent, statusNames }: LabelFinderOptions,
): Promise<void> {
  const accountId = account.account.id;
  const resources = new DisposableStore();
  const input = resources.add(vscode.window.createQuickPick<FinderItem>());
  const search = resources.add(new LabelSearch({ source: account.repository, clock }));
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const finish = (work: PromiseLike<void>): void => {
    // Before hiding, which would end the wait without the outcome of the work.
    resolve(work);
    input.hide();
  };
  const render = (): void => {
    const active = input.activeItems[0];
    input.busy = search.isBusy;
    input.items =
      search.text === ''
        ? recentItems(recent.read(accountId), statusNames())
        : foundItems(search, statusNames());
    // What was on the last line is still there, and the new lines stand below it.
    const same = input.items.find((item) => isSameItem(item, active));
    if (same !== undefined) {
      input.activeItems = [same];
    }
  };
  input.title = vscode.l10n.t('Find Label: {0}', displayText(account.label));
  input.placeholder = vscode.l10n.t('Code or name');
  input.keepScrollPosition = true;
  resources.add(search.onDidChange(render));
  resources.add(input.onDidChangeValue((value) => search.search(value)));
  resources.add(
    input.onDidAccept(() => {
      const [item] = input.selectedItems;
      if (item !== undefined && 'found' in item) {
        finish(open(accountId, item.found, 'form'));
      } else if (item !== undefined && 'action' in item) {
        search.more();
      }
    }),
  );
  resources.add(
    input.onDidTriggerItemButton(({ button, item }) => {
      if (!('found' in item) || !isFinderButton(button)) {
        return;
      }
      const { found } = item;
      finish(
        button.use === 'json'
          ? open(accountId, found, 'json')
          : vscode.env.clipboard.writeText(found.labelCode ?? found.id),
      );
    }),
  );
  resources.add(input.onDidHide(() => resolve()));
  render();
  input.show();
  try {
    await left;
  } finally {
    resources.dispose();
  }
}

function recentItems(labels: readonly Label[], names: StatusNames): FinderItem[] {
  return labels.length === 0
    ? []
    : [
        { label: vscode.l10n.t('Recently opened'), kind: vscode.QuickPickItemKind.Separator },
        ...labels.map((label) => itemOf(label, names)),
      ];
}

function foundItems(search: LabelSearch, names: StatusNames): FinderItem[] {
  const { error, hasMore, isBusy, labels = [], total } = search;
  const items: FinderItem[] = labels.map((label) => itemOf(label, names));
  if (error !== undefined) {
    return [
      {
        action: 'more',
        label: `$(error) ${vscode.l10n.t('Retry')}`,
        detail: withoutIcons(loadFailureText(error)),
        alwaysShow: true,
      },
      ...items,
    ];
  }
  if (isBusy) {
    return items;
  }
  if (hasMore) {
    const label =
      total === undefined
        ? vscode.l10n.t('More results')
        : vscode.l10n.t(
            'More results ({0} of {1})',
            formatNumber(labels.length),
            formatNumber(total),
          );
    items.push({ action: 'more', label: `$(ellipsis) ${label}`, alwaysShow: true });
  }
  return items;
}

function itemOf(label: Label, names: StatusNames): LabelItem {
  const { labelCode, labelName, labelStatus } = label;
  const description = [
    ...(labelName === undefined || labelCode === undefined ? [] : [displayText(labelCode)]),
    ...(labelStatus === undefined
      ? []
      : [vscode.l10n.t('Status {0}', displayText(statusText(labelStatus, names)))]),
  ];
  const buttons: FinderButton[] = [
    { use: 'json', iconPath: new vscode.ThemeIcon('json'), tooltip: vscode.l10n.t('Edit as JSON') },
    { use: 'copy', iconPath: new vscode.ThemeIcon('copy'), tooltip: vscode.l10n.t('Copy Code') },
  ];
  return {
    found: label,
    label: withoutIcons(labelTitle(label)),
    description: withoutIcons(description.join(' · ')),
    iconPath: statusIcon(labelStatus),
    buttons,
    // The service has done the searching; VS Code must not do it again in its own way.
    alwaysShow: true,
  };
}

function isSameItem(item: FinderItem, other: FinderItem | undefined): boolean {
  return (
    other !== undefined && 'found' in item && 'found' in other && item.found.id === other.found.id
  );
}

function isFinderButton(button: vscode.QuickInputButton): button is FinderButton {
  return 'use' in button;
}
