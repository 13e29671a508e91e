import * as vscode from 'vscode';
import type { AccountId } from '../core/account/account.ts';
import { DisposableStore } from '../core/async/disposable.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { Log } from '../core/log/log.ts';
import { displayText } from '../core/text/displayText.ts';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { emptyFilter, isEmptyFilter, type LabelFilter } from '../core/labels/list/labelFilter.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { settingIds, viewIds } from '../ids.ts';
import { ListsByAccount } from './listsByAccount.ts';
import { pickAccount } from '../accounts/pickAccount.ts';
import { chosenLabels, type ChosenLabels } from './chosenLabels.ts';
import { describeView } from './describeView.ts';
import { FailedRow } from './rows/failedRow.ts';
import type { FilterMemory } from './filterMemory.ts';
import { pickLabelFilter } from './filterPicker.ts';
import { labelDragController } from './labelDragController.ts';
import { LabelsTreeDataProvider } from './labelsTreeDataProvider.ts';
import type { LabelsViewRow } from './rows/labelsViewRow.ts';
import { askToLoadOn, loadAllLabels } from './loadAllLabels.ts';
import { RowRevealer } from './rowRevealer.ts';

/** What the view works with. */
export interface LabelsViewOptions {
  readonly accounts: LabelAccounts;
  /** Where the filters are remembered. */
  readonly filters: FilterMemory;
  /** Setting `workforce.labels.pageSize`. */
  readonly pageSize: () => number;
  /** Setting `workforce.labels.statusNames`. */
  readonly statusNames: () => StatusNames;
  readonly log: Log;
}

/**
 * The view of labels in the sidebar. Its methods are what commands do: each takes the row that it
 * was called on, where there was one, and otherwise finds out which account is meant. A failure to load
 * is shown as a row and not thrown.
 */
export class LabelsView implements vscode.Disposable {
  readonly #options: LabelsViewOptions;
  readonly #resources = new DisposableStore();
  readonly #filters: FilterMemory;
  readonly #lists: ListsByAccount;
  readonly #provider: LabelsTreeDataProvider;
  readonly #treeView: vscode.TreeView<LabelsViewRow>;
  readonly #revealer: RowRevealer;
  /** What the user or the view has unfolded and folded, by the ids of the rows. */
  readonly #expanded = new Map<string, boolean>();
  /** State of each account when it was last looked at; undefined until the sessions have been read. */
  #knownStates: ReadonlyMap<AccountId, LabelAccount['state']> | undefined;

  constructor(options: LabelsViewOptions) {
    const { accounts, filters, pageSize, statusNames } = options;
    this.#options = options;
    this.#filters = filters;
    this.#lists = this.#resources.add(
      new ListsByAccount({ accounts, filters: this.#filters, pageSize }),
    );
    this.#provider = this.#resources.add(
      new LabelsTreeDataProvider({
        accounts,
        lists: this.#lists,
        statusNames,
        isExpanded: (rowId) => this.#expanded.get(rowId),
      }),
    );
    this.#treeView = this.#resources.add(
      vscode.window.createTreeView(viewIds.labels, {
        treeDataProvider: this.#provider,
        dragAndDropController: labelDragController,
        canSelectMany: true,
      }),
    );
    this.#revealer = new RowRevealer({
      treeView: this.#treeView,
      provider: this.#provider,
      accounts,
      log: options.log,
    });
    this.#listen();
  }

  /** Loads the labels of one account anew, or those of all accounts that are loaded or in sight. */
  async refresh(target?: LabelsViewRow): Promise<void> {
    const accounts = target === undefined ? this.#options.accounts.all() : this.#accountsOf(target);
    await Promise.all(
      accounts.map(async (account) => {
        const list = this.#lists.of(account);
        const isMeant = target !== undefined || list.isLoaded || this.#isInSight(account);
        if (isMeant && account.state === 'signedIn') {
          await this.#load(account, () => list.refresh());
        }
      }),
    );
  }

  /** Lets the user filter the labels of one account. */
  async filter(target?: LabelsViewRow): Promise<void> {
    const account = await this.chooseAccount(target);
    if (account === undefined) {
      return;
    }
    const title = this.#isAlone(account)
      ? vscode.l10n.t('Filter Labels')
      : vscode.l10n.t('Filter Labels: {0}', displayText(account.label));
    const { filter } = this.#lists.of(account);
    const chosen = await pickLabelFilter(filter, this.#options.statusNames(), title);
    if (chosen === undefined) {
      return;
    }
    await this.#setFilter(account, chosen);
    await this.#revealer.revealAccount(account, { select: false, expand: true });
  }

  /** Clears the filter of one account: that of the row, the only filtered one, or the one chosen. */
  async clearFilter(target?: LabelsViewRow): Promise<void> {
    const accounts = target === undefined ? this.#options.accounts.all() : this.#accountsOf(target);
    const filtered = accounts.filter((account) => !isEmptyFilter(this.#lists.of(account).filter));
    const account = await pickAccount(
      filtered,
      vscode.l10n.t('Clear the filter of which account?'),
    );
    if (account !== undefined) {
      await this.#setFilter(account, emptyFilter);
    }
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
    if (target instanceof FailedRow) {
      const isOfAll = list.state.kind === 'failed' && list.state.action === 'all';
      await (isOfAll ? this.loadAll(target) : this.#load(account, () => list.retry()));
      return;
    }
    const firstNew = await this.#load(account, () => list.loadMore());
    if (firstNew !== undefined) {
      const row = this.#provider.rowOf(account, firstNew);
      await this.#revealer.reveal(row, { select: true, focus: target !== undefined });
    }
  }

  /** Loads all labels of one account, as many as it takes; what is loaded stays when the user cancels. */
  async loadAll(target?: LabelsViewRow): Promise<void> {
    const account = await this.chooseAccount(target);
    if (account === undefined) {
      return;
    }
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
      // Where its account has gone, no other one is meant.
      return accounts.find(target.accountId);
    }
    const [selected] = this.#treeView.selection;
    return (selected && accounts.find(selected.accountId)) ?? (await pickAccount(accounts.all()));
  }

  /** What the labels of an account are filtered by. */
  filterOf(account: LabelAccount): LabelFilter {
    return this.#lists.of(account).filter;
  }

  /**
   * Brings the row of an account into sight, once the view is: that of somebody who has just signed in
   * may be below thousands of labels.
   */
  async showAccount(id: AccountId): Promise<void> {
    await this.#revealer.revealOnceVisible(id);
  }

  /**
   * The labels that are meant, all of one account: those of `rows` where the command was called on
   * several, that of `target`, or the selected ones. Says so where there are none.
   */
  async chooseLabels(target: LabelsViewRow | undefined, rows: unknown): Promise<ChosenLabels> {
    const meant = Array.isArray(rows)
      ? rows
      : target === undefined
        ? this.#treeView.selection
        : [target];
    return await chosenLabels(meant, this.#options.accounts);
  }

  dispose(): void {
    this.#resources.dispose();
  }

  #listen(): void {
    const { accounts } = this.#options;
    this.#resources.add(accounts.onDidChange(() => this.#onAccounts()));
    this.#resources.add(
      this.#lists.onDidChange((change) => {
        this.#provider.show(change);
        if (change.change.kind !== 'label') {
          this.#describe();
        }
      }),
    );
    this.#resources.add(this.#treeView.onDidChangeVisibility(() => this.#onVisibility()));
    this.#resources.add(
      this.#treeView.onDidExpandElement(({ element }) => {
        this.#expanded.set(element.id, true);
        this.#loadInSight();
      }),
    );
    this.#resources.add(
      this.#treeView.onDidCollapseElement(({ element }) => {
        this.#expanded.set(element.id, false);
      }),
    );
    this.#resources.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingIds.statusNames)) {
          this.#provider.redraw();
          this.#describe();
        }
      }),
    );
  }

  #onVisibility(): void {
    if (this.#treeView.visible && this.#knownStates === undefined) {
      // Not before the view is looked at: this reads the keyring.
      this.#inBackground(this.#options.accounts.ready().then(() => this.#onAccounts()));
    }
    this.#loadInSight();
    this.#inBackground(this.#revealer.revealUnseen());
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
      if (this.#isAlone(account) || (known !== undefined && !known.has(id))) {
        this.#expanded.set(id, true);
      }
      if (known?.get(id) === 'signInNeeded' && account.state === 'signedIn') {
        this.#loadAgain(account);
      }
    }
    // First what stands above the rows, or they would move down under the pointer.
    this.#describe();
    this.#provider.redraw();
    this.#loadInSight();
  }

  /** What failed or grew old while the user had to sign in comes back by itself. */
  #loadAgain(account: LabelAccount): void {
    const list = this.#lists.of(account);
    if (list.isLoaded || list.state.kind === 'failed') {
      this.#inBackground(this.#load(account, () => list.refresh()));
    }
  }

  #loadInSight(): void {
    if (!this.#treeView.visible || this.#knownStates === undefined) {
      return;
    }
    for (const account of this.#options.accounts.all()) {
      const list = this.#lists.of(account);
      const isWaiting = !list.isLoaded && list.state.kind === 'idle';
      if (isWaiting && account.state === 'signedIn' && this.#isInSight(account)) {
        this.#inBackground(this.#load(account, () => list.loadFirst()));
      }
    }
  }

  #isAlone({ account }: LabelAccount): boolean {
    const [only, ...others] = this.#options.accounts.all();
    return others.length === 0 && only?.account.id === account.id;
  }

  #isInSight(account: LabelAccount): boolean {
    return this.#isAlone(account) || this.#expanded.get(account.account.id) === true;
  }

  #accountsOf(row: LabelsViewRow): LabelAccount[] {
    const account = this.#options.accounts.find(row.accountId);
    return account === undefined ? [] : [account];
  }

  async #setFilter(account: LabelAccount, filter: LabelFilter): Promise<void> {
    if (this.#options.accounts.find(account.account.id) === undefined) {
      // Signed out while the user was choosing: what was remembered has been forgotten.
      return;
    }
    await this.#filters.store(account.account.id, filter);
    const list = this.#lists.of(account);
    await this.#load(account, () => list.setFilter(filter));
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
    }
    return result;
  }

  #describe(): void {
    this.#inBackground(describeView(this.#treeView, { ...this.#options, lists: this.#lists }));
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.#options.log.error(reasonOf(error));
    });
  }
}
