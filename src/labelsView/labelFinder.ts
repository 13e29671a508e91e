import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore } from '../core/async/disposable.ts';
import { LabelSearch } from '../core/labels/list/labelSearch.ts';
import type { RecentLabels } from '../core/labels/list/recentLabels.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import {
  foundItems,
  recentHeading,
  recentItems,
  type AccountSearch,
  type FinderButton,
  type FinderItem,
  type LabelItem,
  type MoreItem,
} from './finderItems.ts';

/** Where the finder looks besides the accounts, and how it opens what was found. */
export interface LabelFinderOptions {
  readonly clock: Clock;
  readonly recent: RecentLabels;
  readonly statusNames: () => StatusNames;
  /** Opens a label that was found. */
  readonly open: (accountId: AccountId, label: Label, as: 'form' | 'json') => Promise<void>;
}

/** Lets the user find a label of `accounts` on their services by typing, at first `text`, and opens it. */
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

/** The quick pick of one time that a label is looked for. */
class LabelFinder implements vscode.Disposable {
  readonly #options: LabelFinderOptions;
  readonly #resources = new DisposableStore();
  readonly #input: vscode.QuickPick<FinderItem>;
  readonly #searches: readonly AccountSearch[];
  readonly #left = Promise.withResolvers<void>();
  /** What the rows were made from. */
  #rendered: readonly unknown[] = [];
  #renderedText = '';
  /** What Enter means as long as nothing else has been gone to. */
  #first: FinderItem | undefined;
  /** Enter was pressed before there was an answer for the text. */
  #isAwaited = false;

  constructor(accounts: readonly LabelAccount[], options: LabelFinderOptions, text: string) {
    this.#options = options;
    const { clock } = options;
    this.#input = this.#resources.add(vscode.window.createQuickPick<FinderItem>());
    const areSeveral = accounts.length > 1;
    this.#searches = accounts.map((account) => ({
      account,
      accountName: areSeveral ? displayText(account.label) : undefined,
      search: this.#resources.add(new LabelSearch({ source: account.repository, clock })),
    }));
    this.#input.title = areSeveral
      ? vscode.l10n.t('Find Label in All Accounts')
      : vscode.l10n.t('Find Label: {0}', displayText(accounts[0]?.label ?? ''));
    this.#input.placeholder = vscode.l10n.t('Code or name');
    this.#input.keepScrollPosition = true;
    this.#input.value = text;
    this.#listen();
    for (const { search } of this.#searches) {
      search.search(text);
    }
    this.#render();
    this.#input.show();
  }

  /** Settles when the user has left, and what was chosen is open. Rejects with what opening it throws. */
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
        this.#isAwaited = false;
        for (const { search } of this.#searches) {
          search.search(value);
        }
      }),
    );
    this.#resources.add(input.onDidAccept(() => this.#accept()));
    this.#resources.add(
      input.onDidTriggerItemButton(({ button, item }) => {
        if (isLabelItem(item) && isFinderButton(button)) {
          this.#use(item, button.use);
        }
      }),
    );
    this.#resources.add(input.onDidHide(() => this.#left.resolve()));
  }

  #accept(): void {
    const [item] = this.#input.selectedItems;
    if (item !== undefined && isChoosable(item) && item.search.isCurrent) {
      this.#choose(item);
      return;
    }
    // What is seen is of the text before, or nothing is yet, also where the answer is on its way to the
    // window: what is meant comes with the answer.
    this.#isAwaited = true;
    for (const { search } of this.#searches) {
      search.hurry();
    }
    this.#chooseAwaited();
  }

  /** Chooses the first label once the answers are there, where Enter was pressed before. */
  #chooseAwaited(): void {
    if (this.#isAwaited && this.#searches.every(({ search }) => search.isCurrent)) {
      this.#isAwaited = false;
      // The window may not have any of the rows yet.
      const [item = this.#first] = this.#input.activeItems;
      if (item !== undefined && isLabelItem(item)) {
        this.#choose(item);
      }
    }
  }

  #choose(item: LabelItem | MoreItem): void {
    if (!isLabelItem(item)) {
      item.search.more();
      return;
    }
    const { account, found } = item;
    this.#finish(this.#options.open(account.account.id, found, 'form'));
  }

  #use({ account, found }: LabelItem, use: FinderButton['use']): void {
    this.#finish(
      use === 'json'
        ? this.#options.open(account.account.id, found, 'json')
        : vscode.env.clipboard.writeText(found.labelCode ?? found.id),
    );
  }

  #finish(work: PromiseLike<void>): void {
    // Before hiding, which would end the wait without the outcome of the work.
    this.#left.resolve(work);
    this.#input.hide();
  }

  #render(): void {
    const input = this.#input;
    const searches = this.#searches.map(({ search }) => search);
    input.busy = searches.some(({ isBusy }) => isBusy);
    const text = searches[0]?.text ?? '';
    const results = searches.map((search) => search.results);
    const made = [text === '', ...results];
    if (made.some((part, index) => part !== this.#rendered[index])) {
      this.#rendered = made;
      this.#renderItems(text);
    }
    this.#chooseAwaited();
  }

  #renderItems(text: string): void {
    const input = this.#input;
    const names = this.#options.statusNames();
    const active = text === this.#renderedText ? input.activeItems[0] : undefined;
    const found = this.#searches.flatMap((within) =>
      text === ''
        ? recentItems(within, this.#options.recent.read(within.account.account.id), names)
        : foundItems(within, names),
    );
    const items = text === '' && found.length > 0 ? [recentHeading(), ...found] : found;
    // What was on the last line is still there, and the new lines stand below it.
    const same = items.find((item) => isSameItem(item, active)) ?? items.find(isChoosable);
    this.#renderedText = text;
    this.#first = same;
    input.items = items;
    input.activeItems = same === undefined ? [] : [same];
  }
}

function isChoosable(item: FinderItem): item is LabelItem | MoreItem {
  return 'search' in item;
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
