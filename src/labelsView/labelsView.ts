import * as vscode from 'vscode';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { pickAccount } from '../accounts/pickAccount.ts';
import type { AccountId } from '../core/account/account.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore } from '../core/async/disposable.ts';
import { Emitter } from '../core/async/event.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { LabelFilter } from '../core/labels/list/labelFilter.ts';
import type { ListEntry } from '../core/labels/list/orderedEntries.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { displayText } from '../core/text/displayText.ts';
import { contextKeys, viewIds } from '../ids.ts';
import { chosenLabels, labelsOf, rowOf, type ChosenLabels } from './chosenLabels.ts';
import type { FilterMemory } from './filterMemory.ts';
import type { LabelFilters } from './labelFilters.ts';
import { LabelsTree } from './labelsTree.ts';
import { ListsByAccount } from './listsByAccount.ts';
import type { LabelsViewRow } from './rows/labelsViewRow.ts';
import { MessageRow } from './rows/messageRow.ts';

/** What the view shows, and how. */
export interface LabelsViewOptions {
  readonly accounts: LabelAccounts;
  /** Where the filters are remembered. */
  readonly filters: FilterMemory;
  /** Setting `workforce.labels.pageSize`. */
  readonly pageSize: () => number;
  /** Setting `workforce.labels.statusNames`. */
  readonly statusNames: () => StatusNames;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The view of labels in the sidebar. Its methods are what commands do: each takes the row that it
 * was called on, if any, and otherwise finds out which account is meant. What comes into sight it loads
 * by itself. A failure to load is shown as a row and not thrown.
 */
export class LabelsView implements vscode.Disposable {
  readonly #options: LabelsViewOptions;
  readonly #resources = new DisposableStore();
  readonly #lists: ListsByAccount;
  readonly #tree: LabelsTree;
  readonly #filters: LazyValue<LabelFilters>;
  readonly #onDidLoad = this.#resources.add(new Emitter<void>());
  /** State of each account when it was last looked at; undefined until the sessions have been read. */
  #knownStates: ReadonlyMap<AccountId, LabelAccount['state']> | undefined;

  /** Labels of an account have been loaded. */
  readonly onDidLoad = this.#onDidLoad.event;

  constructor(options: LabelsViewOptions) {
    const { accounts, clock, filters, log, pageSize, statusNames } = options;
    this.#options = options;
    this.#lists = this.#resources.add(new ListsByAccount({ accounts, filters, pageSize }));
    this.#tree = this.#resources.add(
      new LabelsTree({ accounts, lists: this.#lists, statusNames, clock, log }),
    );
    this.#filters = new LazyValue(async () => {
      const { LabelFilters } = await import('./labelFilters.ts');
      return new LabelFilters({
        accounts,
        lists: this.#lists,
        tree: this.#tree,
        memory: filters,
        statusNames,
        load: async (account, action) => await this.#load(account, action),
        log,
      });
    });
    this.#resources.add(accounts.onDidChange(() => this.#onAccounts()));
    this.#resources.add(this.#tree.onDidChangeVisibility(() => this.#onVisibility()));
    this.#resources.add(this.#tree.onDidExpandRow(() => this.#loadInSight()));
  }

  /** What the labels of an account are filtered by. */
  filterOf(account: LabelAccount): LabelFilter {
    return this.#lists.of(account).filter;
  }

  /** The questions about filters. */
  async filters(): Promise<LabelFilters> {
    return await this.#filters.get();
  }

  /** The accounts that a command for several is about: that of the row it was called on, otherwise all. */
  accountsOf(target: LabelsViewRow | undefined): readonly LabelAccount[] {
    const { accounts } = this.#options;
    if (target === undefined) {
      return accounts.all();
    }
    const account = accounts.find(target.accountId);
    return account === undefined ? [] : [account];
  }

  /** Reloads the labels of one account, or those of all accounts that are loaded or visible. */
  async refresh(target?: LabelsViewRow): Promise<void> {
    await Promise.all(
      this.accountsOf(target).map(async (account) => {
        const list = this.#lists.of(account);
        const isMeant = target !== undefined || list.isLoaded || this.#tree.isUnfolded(account);
        if (isMeant && account.state === 'signedIn') {
          await this.#load(account, () => list.refresh());
        }
      }),
    );
  }

  /**
   * Loads the next labels of one account and selects the first new one; called on the row of a failure
   * it tries again what failed.
   */
  async loadMore(target?: LabelsViewRow): Promise<void> {
    const account = await this.chooseAccount(target);
    if (account === undefined) {
      return;
    }
    const list = this.#lists.of(account);
    if (target instanceof MessageRow && target.kind === 'failed') {
      const isOfAll = list.state.kind === 'failed' && list.state.action === 'all';
      await (isOfAll ? this.loadAll(target) : this.#load(account, () => list.retry()));
      return;
    }
    // At once: when the rows arrive the user may be elsewhere, and VS Code does not say where.
    const focused = target === undefined ? undefined : this.#tree.focusLast(account);
    const firstNew = await this.#load(account, () => list.loadMore());
    await focused;
    if (firstNew !== undefined && this.#tree.isVisible) {
      await this.#tree.select(account, firstNew, false);
    }
  }

  /** Loads all labels of one account, as many as it takes; what is loaded stays when the user cancels. */
  async loadAll(target?: LabelsViewRow): Promise<void> {
    const account = await this.chooseAccount(target);
    if (account === undefined) {
      return;
    }
    const { askToLoadOn, loadAllLabels } = await import('./loadAllLabels.ts');
    const list = this.#lists.of(account);
    let goesOn = true;
    while (goesOn) {
      const end = await this.#load(account, () => loadAllLabels(list, displayText(account.label)));
      goesOn = end === 'ceiling' && (await askToLoadOn(list));
    }
  }

  /** The account that is meant: that of the row, of the selection, the only one, or the one chosen. */
  async chooseAccount(target: LabelsViewRow | undefined): Promise<LabelAccount | undefined> {
    const { accounts } = this.#options;
    await accounts.ready();
    if (target !== undefined) {
      // If its account has been removed, no other one is used instead.
      return accounts.find(target.accountId);
    }
    const [selected] = this.#tree.selection;
    return (selected && accounts.find(selected.accountId)) ?? (await pickAccount(accounts.all()));
  }

  /**
   * Brings the row of an account into sight, once the view is: that of somebody who has just signed in
   * may be below thousands of labels.
   */
  async showAccount(id: AccountId): Promise<void> {
    const account = this.#options.accounts.find(id);
    if (account !== undefined && this.#lists.of(account).state.kind === 'failed') {
      // The reason may have been the session that the sign-in has replaced.
      this.#loadAgain(account);
    }
    await this.#tree.revealOnceVisible(id);
  }

  /**
   * The labels that are meant, all of one account: those of `rows` if the command was called on several,
   * that of `target`, or the selected ones. Says so if there are none.
   */
  async chooseLabels(target: LabelsViewRow | undefined, rows: unknown): Promise<ChosenLabels> {
    const meant = Array.isArray(rows)
      ? rows
      : target === undefined
        ? this.#tree.selection
        : [target];
    return await chosenLabels(meant, this.#options.accounts);
  }

  /** The labels of `account` that a command was called on: those of `rows`, or that of `target`. */
  labelsCalledOn(
    { account }: LabelAccount,
    target: LabelsViewRow | undefined,
    rows: unknown,
  ): readonly Label[] {
    const called: readonly unknown[] = Array.isArray(rows) ? rows : [target];
    return labelsOf(called.flatMap((row) => rowOf(row) ?? []).filter(isOf(account.id)));
  }

  /** The labels of `account` that are selected. */
  selectedLabels({ account }: LabelAccount): readonly Label[] {
    return labelsOf(this.#tree.selection.filter(isOf(account.id)));
  }

  /** The label that stands before or after another one in its list, as far as that is loaded. */
  neighbourOf(
    accountId: AccountId,
    labelId: LabelId,
    direction: 'previous' | 'next',
  ): Label | undefined {
    const labels = this.#entriesOf(accountId).flatMap((entry) =>
      entry.kind === 'label' ? [entry.label] : [],
    );
    const index = labels.findIndex(({ id }) => id === labelId);
    return index === -1 ? undefined : labels[index + (direction === 'next' ? 1 : -1)];
  }

  /** Selects a label in the view; returns whether it is loaded. */
  async revealLabel(accountId: AccountId, labelId: LabelId): Promise<boolean> {
    const account = this.#options.accounts.find(accountId);
    const entry = this.#entriesOf(accountId).find(
      (each) => each.kind === 'label' && each.label.id === labelId,
    );
    if (account === undefined || entry === undefined) {
      return false;
    }
    await this.#tree.select(account, entry, true);
    return true;
  }

  dispose(): void {
    this.#resources.dispose();
  }

  #entriesOf(id: AccountId): readonly ListEntry[] {
    const account = this.#options.accounts.find(id);
    return account === undefined ? [] : this.#lists.of(account).entries;
  }

  #onVisibility(): void {
    if (this.#tree.isVisible && this.#knownStates === undefined) {
      // Not before the view is looked at: this reads the keyring.
      this.#inBackground(this.#options.accounts.ready().then(() => this.#onAccounts()));
    }
    this.#loadInSight();
    this.#inBackground(this.#tree.revealUnseen());
  }

  #onAccounts(): void {
    const all = this.#options.accounts.all();
    const known = this.#knownStates;
    this.#knownStates =
      this.#options.accounts.readFailure === undefined
        ? new Map(all.map(({ account, state }) => [account.id, state]))
        : undefined;
    this.#lists.prune();
    for (const account of all) {
      const { id } = account.account;
      // What was in sight stays in sight: alone before, or signed in to just now.
      if (this.#tree.isAlone(account) || (known !== undefined && !known.has(id))) {
        this.#tree.unfold(id);
      }
      if (known?.get(id) === 'signInNeeded' && account.state === 'signedIn') {
        this.#loadAgain(account);
      }
    }
    this.#tree.render();
    // Last: from now on VS Code shows the welcome that fits.
    const isKnown = this.#knownStates !== undefined;
    void vscode.commands.executeCommand('setContext', contextKeys.accountsKnown, isKnown);
    this.#loadInSight();
  }

  /** Loads again what failed or became outdated while the user had to sign in. */
  #loadAgain(account: LabelAccount): void {
    const list = this.#lists.of(account);
    if (list.isLoaded || list.state.kind === 'failed') {
      this.#inBackground(this.#load(account, () => list.refresh()));
    }
  }

  #loadInSight(): void {
    if (!this.#tree.isVisible || this.#knownStates === undefined) {
      return;
    }
    for (const account of this.#options.accounts.all()) {
      const list = this.#lists.of(account);
      const isWaiting = !list.isLoaded && list.state.kind === 'idle';
      if (isWaiting && account.state === 'signedIn' && this.#tree.isUnfolded(account)) {
        this.#inBackground(this.#load(account, () => list.loadFirst()));
      }
    }
  }

  /** Runs an action of the account's list; the view shows that something is under way. */
  async #load<T>(account: LabelAccount, action: () => Promise<T>): Promise<T> {
    const list = this.#lists.of(account);
    const result = await vscode.window.withProgress(
      { location: { viewId: viewIds.labels } },
      action,
    );
    if (list.state.kind === 'failed') {
      this.#options.log.warn(`Labels could not be loaded: ${reasonOf(list.state.error)}`);
    } else if (list.isLoaded) {
      this.#onDidLoad.fire();
    }
    return result;
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.#options.log.error(reasonOf(error));
    });
  }
}

function isOf(id: AccountId): (row: LabelsViewRow) => boolean {
  return ({ accountId }) => accountId === id;
}
