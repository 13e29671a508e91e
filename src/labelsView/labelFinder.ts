import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore } from '../core/async/disposable.ts';
import type { RecentLabels } from '../core/labels/list/recentLabels.ts';
import { SearchAsYouType } from '../core/labels/list/searchAsYouType.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { createQuickPick, type QuickPick } from '../surfaces/quickPick.ts';
import { copiedLines } from './copiedLines.ts';
import {
  foundItems,
  recentItems,
  type AccountSearch,
  type FinderButton,
  type FinderItem,
  type LabelItem,
  type MoreItem,
} from './finderItems.ts';
import { ShownRows } from './shownRows.ts';

/** Dependencies of the finder. */
export interface LabelFinderOptions {
  readonly clock: Clock;
  readonly recent: RecentLabels;
  readonly statusNames: () => StatusNames;
  /** Opens a found label. */
  readonly open: (accountId: AccountId, label: Label, as: 'form' | 'json') => Promise<void>;
}

/**
 * Lets the user search for a label of `accounts` in their services, and opens it; `text` is the initial search
 * text.
 */
export async function findLabel(
  accounts: readonly LabelAccount[],
  options: LabelFinderOptions,
  text = '',
): Promise<void> {
  const finder = new LabelFinder(accounts, options, text);
  try {
    await finder.left;
  } finally {
    finder.dispose();
  }
}

/** One Find Label session. */
class LabelFinder implements vscode.Disposable {
  readonly #options: LabelFinderOptions;
  readonly #resources = new DisposableStore();
  readonly #input: QuickPick<FinderItem>;
  readonly #rows: ShownRows;
  readonly #searches: readonly AccountSearch[];
  readonly #left = Promise.withResolvers<void>();
  /** State from which the rows were last created. */
  #rendered: readonly unknown[] = [];
  #renderedText = '';
  /** Row to which the user has moved since typing; undefined if none. */
  #movedTo: FinderItem | undefined;
  /** Row that VS Code last reported as selected, which it does right before it reports the acceptance. */
  #selected: FinderItem | undefined;
  /** Set if Enter was pressed before the response arrived: the row that was active then. */
  #awaited: { readonly active: FinderItem | undefined } | undefined;
  #isLeaving = false;

  constructor(accounts: readonly LabelAccount[], options: LabelFinderOptions, text: string) {
    this.#options = options;
    const { clock } = options;
    const areSeveral = accounts.length > 1;
    const [first] = accounts;
    this.#input = this.#resources.add(
      createQuickPick<FinderItem>({
        title:
          first === undefined || areSeveral
            ? vscode.l10n.t('Find Label in All Accounts')
            : vscode.l10n.t('Find Label: {0}', accountText(first)),
        placeholder: vscode.l10n.t('Code or name'),
      }),
    );
    this.#rows = new ShownRows(this.#input);
    this.#searches = accounts.map((account) => ({
      account,
      accountName: areSeveral ? accountText(account) : undefined,
      search: this.#resources.add(new SearchAsYouType({ source: account.repository, clock })),
    }));
    this.#input.keepScrollPosition = true;
    this.#input.value = text;
    this.#listen();
    for (const { search } of this.#searches) {
      search.search(text);
    }
    this.#render();
    this.#input.show();
  }

  /**
   * Settles when the picker is closed and the chosen label, if any, is open. Rejects with the error of
   * opening the label.
   */
  get left(): Promise<void> {
    return this.#left.promise;
  }

  dispose(): void {
    this.#resources.dispose();
  }

  #listen(): void {
    const input = this.#input;
    for (const { search } of this.#searches) {
      this.#resources.add(search.onDidChange(() => this.#render()));
    }
    this.#resources.add(
      input.onDidChangeValue((value) => {
        this.#awaited = undefined;
        this.#movedTo = undefined;
        for (const { search } of this.#searches) {
          search.search(value);
        }
        this.#deactivateOldRow();
      }),
    );
    this.#resources.add(input.onDidChangeActive((told) => this.#go(told)));
    this.#resources.add(
      input.onDidChangeSelection(([told]) => {
        this.#selected = this.#rows.seen(told);
      }),
    );
    this.#resources.add(input.onDidAccept(() => this.#accept()));
    this.#resources.add(
      input.onDidTriggerItemButton(({ button, item: told }) => {
        const item = this.#rows.seen(told);
        if (item !== undefined && isLabelItem(item) && isFinderButton(button)) {
          this.#use(item, button.use);
        }
      }),
    );
    this.#resources.add(input.onDidHide(() => this.#left.resolve()));
  }

  /**
   * Deactivates the active row if it belongs to the previous text. If a row is active afterwards, the user
   * chose it, and a click on it is not mistaken for Enter after typing.
   */
  #deactivateOldRow(): void {
    const { active } = this.#rows;
    if (active !== undefined && !isCurrent(active) && this.#text !== '') {
      this.#input.activeItems = [];
    }
  }

  #go(told: readonly FinderItem[]): void {
    if (this.#rows.activate(told) === 'user') {
      this.#movedTo = this.#rows.active;
    }
  }

  #accept(): void {
    const item = this.#selected;
    this.#selected = undefined;
    if (item !== undefined && isChoosable(item) && (isCurrent(item) || this.#isGoneTo(item))) {
      this.#choose(item);
      return;
    }
    // The active row is missing or belongs to the previous text: wait for the response to the current text.
    // Empty text needs no search.
    if (this.#text !== '') {
      this.#awaited = { active: item };
      for (const { search } of this.#searches) {
        search.hurry();
      }
      this.#acceptPending();
    }
  }

  /**
   * If Enter was pressed before the response arrived, accepts the label that was active then, or the first
   * result if that label is not among the results.
   */
  #acceptPending(): void {
    const awaited = this.#awaited;
    if (awaited !== undefined && this.#searches.every(({ search }) => search.isCurrent)) {
      this.#awaited = undefined;
      const items = this.#rows.newest.filter(isCurrent);
      const item = items.find((each) => isSameItem(each, awaited.active)) ?? items[0];
      if (item !== undefined && isLabelItem(item)) {
        this.#choose(item);
      }
    }
  }

  #choose(item: LabelItem | MoreItem): void {
    if (isLabelItem(item)) {
      const { account, found } = item;
      this.#finish(() => this.#options.open(account.account.id, found, 'form'));
    } else if (isCurrent(item)) {
      item.account.repository.noteUserRetry();
      item.search.more();
    } else {
      item.search.hurry();
    }
  }

  #use({ account, found }: LabelItem, use: FinderButton['use']): void {
    this.#finish(() =>
      use === 'json'
        ? this.#options.open(account.account.id, found, 'json')
        : vscode.env.clipboard.writeText(copiedLines([found.labelCode ?? found.id])),
    );
  }

  /** Closes the picker and runs `work`; does nothing if it is already closing. */
  #finish(work: () => PromiseLike<void>): void {
    if (!this.#isLeaving) {
      this.#isLeaving = true;
      // Resolve before hiding: hiding resolves the promise without the outcome of `work`.
      this.#left.resolve(work());
      this.#input.hide();
    }
  }

  /** Search text. */
  get #text(): string {
    return this.#searches[0]?.search.text ?? '';
  }

  #render(): void {
    const input = this.#input;
    const searches = this.#searches.map(({ search }) => search);
    input.busy = searches.some(({ isBusy }) => isBusy);
    const text = this.#text;
    const results = searches.map((search) => search.results);
    const made = [text === '', ...results];
    if (made.some((part, index) => part !== this.#rendered[index])) {
      this.#rendered = made;
      this.#renderItems(text);
    }
    this.#acceptPending();
  }

  #renderItems(text: string): void {
    const names = this.#options.statusNames();
    const active = text === this.#renderedText ? this.#rows.active : this.#movedTo;
    const items = this.#searches.flatMap((within) => {
      const { id } = within.account.account;
      return text === ''
        ? recentItems(within, this.#options.recent.read(id), names)
        : foundItems(within, names);
    });
    // Keep the active label active if it is still listed; otherwise activate the first current row.
    const same = items.find((item) => isSameItem(item, active)) ?? items.find(isCurrent);
    this.#renderedText = text;
    this.#rows.show(items, same);
  }

  #isGoneTo(item: FinderItem): boolean {
    return item === this.#movedTo || isSameItem(item, this.#movedTo);
  }
}

function isChoosable(item: FinderItem): item is LabelItem | MoreItem {
  return item.search !== undefined;
}

/** Returns whether a row is selectable and belongs to the results of the current text. */
function isCurrent(item: FinderItem): boolean {
  return isChoosable(item) && item.text === item.search.text;
}

function isLabelItem(item: FinderItem): item is LabelItem {
  return isChoosable(item) && item.found !== undefined;
}

function isSameItem(item: FinderItem, other: FinderItem | undefined): boolean {
  return (
    other !== undefined &&
    isLabelItem(item) &&
    isLabelItem(other) &&
    item.found.id === other.found.id &&
    item.account.account.id === other.account.account.id
  );
}

function isFinderButton(button: vscode.QuickInputButton): button is FinderButton {
  return 'use' in button;
}
