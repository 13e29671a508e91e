import * as vscode from 'vscode';
import type { ChosenLabels } from '../accounts/commandTargets.ts';
import { isWorking, type LabelAccount, type LabelAccounts } from '../accounts/labelAccounts.ts';
import { pickAccount } from '../accounts/pickAccount.ts';
import type { AccountId } from '../core/account/account.ts';
import type { ClientApp } from '../core/account/clientApp.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore } from '../core/async/disposable.ts';
import { Emitter } from '../core/async/event.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { remedyOf } from '../core/errors/remedy.ts';
import type { LabelFilter } from '../core/labels/list/labelCriteria.ts';
import type { LabelList } from '../core/labels/list/labelList.ts';
import type { ListEntry } from '../core/labels/list/orderedEntries.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { displayText } from '../core/text/displayText.ts';
import { contextKeys, viewIds } from '../ids.ts';
import { showViewProgress } from '../surfaces/notify.ts';
import { chosenLabels, isNothing, labelsOf, rowOf } from './chosenLabels.ts';
import type { FilterMemory } from './filterMemory.ts';
import type { LabelFilters } from './labelFilters.ts';
import { LabelsTree } from './labelsTree.ts';
import { ListsByAccount } from './listsByAccount.ts';
import { AccountRow } from './rows/accountRow.ts';
import type { LabelsViewRow } from './rows/labelsViewRow.ts';
import { MessageRow } from './rows/messageRow.ts';

/** Dependencies of the view. */
export interface LabelsViewOptions {
  readonly accounts: LabelAccounts;
  /** Store for the filters. */
  readonly filters: FilterMemory;
  /** Setting `workforce.labels.pageSize`. */
  readonly pageSize: () => number;
  /** Setting `workforce.labels.statusNames`. */
  readonly statusNames: () => StatusNames;
  /** Asks for the client secret of an app; false if cancelled. */
  readonly setClientSecret: (app: ClientApp | undefined) => Promise<boolean>;
  /** Shows an error with its next step. */
  readonly presentError: (error: unknown, retry?: () => Promise<void>) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Direction of a step from a label to a neighbour in its list. */
type Direction = 'previous' | 'next';

/** Neighbours of a label among those loaded, and whether more can be loaded; none of a label that is not loaded. */
interface PlaceInList extends Readonly<Record<Direction, Label | undefined>> {
  readonly hasMore: boolean;
}

/** Approximate number of visible labels in a view: with more, the first or last row may be hidden. */
const labelsInSight = 20;

/**
 * The labels view in the sidebar. Its methods implement commands: each takes the row on which the command is
 * run, if any, and otherwise determines the account. Visible rows load by themselves. A failure to load is
 * shown as a row and not thrown; after a request by the user, also as a notification if the row may be hidden.
 */
export class LabelsView implements vscode.Disposable {
  readonly #options: LabelsViewOptions;
  readonly #resources = new DisposableStore();
  readonly #lists: ListsByAccount;
  readonly #tree: LabelsTree;
  readonly #filters: LazyValue<LabelFilters>;
  readonly #onDidLoad = this.#resources.add(new Emitter<void>());
  /** Last known state of each account, true if it worked; undefined until the sessions have been read. */
  #knownStates: ReadonlyMap<AccountId, boolean> | undefined;

  /** Fires when labels of an account have been loaded. */
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
        load: async (account, action) => await this.#loadForUser(account, action),
        log,
      });
    });
    this.#resources.add(accounts.onDidChange(() => this.#onAccounts()));
    this.#resources.add(this.#tree.onDidChangeVisibility(() => this.#onVisibility()));
    this.#resources.add(this.#tree.onDidExpandRow(() => this.#loadInSight()));
  }

  /** Returns the filter of an account's labels. */
  filterOf(account: LabelAccount): LabelFilter {
    return this.#lists.of(account).filter;
  }

  /** Statuses of an account's labels shown so far. */
  statusesSeen(id: AccountId): ReadonlySet<number> {
    return this.#listOf(id)?.statusesSeen() ?? new Set();
  }

  /** Loads the filter commands. */
  async filters(): Promise<LabelFilters> {
    return await this.#filters.get();
  }

  /**
   * Returns the accounts for a command: that of an account's row or of a message about it, otherwise all. Any
   * other row is merely the focused one, which VS Code passes for a button of the view.
   */
  accountsOf(target: LabelsViewRow | undefined): readonly LabelAccount[] {
    const { accounts } = this.#options;
    if (!(target instanceof AccountRow || target instanceof MessageRow)) {
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
        const isIncluded = target !== undefined || list.isLoaded || this.#tree.isUnfolded(account);
        if (isIncluded && account.state === 'signedIn') {
          account.repository.noteUserRetry();
          await this.#loadForUser(account, () => list.refresh());
        }
      }),
    );
  }

  /**
   * Loads the next labels of one account and selects the first new one; on the row of a failure, retries the
   * failed action.
   */
  async loadMore(target?: LabelsViewRow): Promise<void> {
    const account = await this.chooseAccount(target);
    if (account === undefined) {
      return;
    }
    const list = this.#lists.of(account);
    if (target instanceof MessageRow && target.kind === 'failed') {
      if (!(await this.#setMissingSecret(list))) {
        return;
      }
      account.repository.noteUserRetry();
      const isOfAll = list.state.kind === 'failed' && list.state.action === 'all';
      await (isOfAll ? this.loadAll(target) : this.#load(account, () => list.retry()));
      return;
    }
    // At once: when the rows arrive the user may be elsewhere, and VS Code does not say where.
    const focused = target === undefined ? undefined : this.#tree.focusLast(account);
    const loadMore = async (): Promise<ListEntry | undefined> => await list.loadMore();
    // The row of a failure takes the place of the one that was clicked.
    const firstNew = await (target instanceof MessageRow
      ? this.#load(account, loadMore)
      : this.#loadForUser(account, loadMore));
    await focused;
    if (firstNew !== undefined && this.#tree.isVisible) {
      await this.#tree.select(account, firstNew, false);
    }
  }

  /** Loads all labels of an account; loaded labels stay if the user cancels. */
  async loadAll(target?: LabelsViewRow): Promise<void> {
    const account = await this.chooseAccount(target);
    if (account === undefined) {
      return;
    }
    const { askToContinueLoading, loadAllLabels } = await import('./loadAllLabels.ts');
    const list = this.#lists.of(account);
    let goesOn = true;
    while (goesOn) {
      const end = await this.#load(account, () => loadAllLabels(list, displayText(account.label)));
      goesOn = end === 'ceiling' && (await askToContinueLoading(list));
    }
  }

  /**
   * Returns the account for a command: that of the row on which it is run, or of the selection, if it is run on
   * nothing; else the only one, or the user's choice.
   */
  async chooseAccount(argument: unknown): Promise<LabelAccount | undefined> {
    const { accounts } = this.#options;
    await accounts.ready();
    const target = rowOf(argument);
    if (target !== undefined) {
      // If its account has been removed, no other one is used instead.
      return accounts.find(target.accountId);
    }
    const [selected] = isNothing(argument) ? this.#tree.selection : [];
    return (selected && accounts.find(selected.accountId)) ?? (await pickAccount(accounts.all()));
  }

  /** Reveals the row of an account once the view is visible: a new account may be below thousands of labels. */
  async showAccount(id: AccountId): Promise<void> {
    const account = this.#options.accounts.find(id);
    if (account !== undefined && this.#lists.of(account).state.kind === 'failed') {
      // The reason may have been the session that the sign-in has replaced.
      this.#reload(account);
    }
    await this.#tree.revealOnceVisible(id);
  }

  /**
   * Returns the chosen labels, all of one account: those of `rows` if the command is run on several, that of
   * `argument`, or the selected ones if it is run on nothing. Notifies the user if there are none.
   */
  async chooseLabels(argument: unknown, rows: unknown): Promise<ChosenLabels> {
    const meant = Array.isArray(rows)
      ? rows
      : isNothing(argument)
        ? this.#tree.selection
        : [argument];
    return await chosenLabels(meant, this.#options.accounts);
  }

  /** Returns the labels of `account` on which a command is run: those of `rows`, or that of `argument`. */
  labelsCalledOn({ account }: LabelAccount, argument: unknown, rows: unknown): readonly Label[] {
    const called: readonly unknown[] = Array.isArray(rows) ? rows : [argument];
    return labelsOf(called.flatMap((row) => rowOf(row) ?? []).filter(isOf(account.id)));
  }

  /** Returns the selected labels of `account`. */
  selectedLabels({ account }: LabelAccount): readonly Label[] {
    return labelsOf(this.#tree.selection.filter(isOf(account.id)));
  }

  /** Returns whether there is a label before and after another one, or may be once more are loaded. */
  hasNeighbours(accountId: AccountId, labelId: LabelId): Readonly<Record<Direction, boolean>> {
    const { hasMore, next, previous } = this.#placeOf(accountId, labelId);
    return { previous: previous !== undefined, next: next !== undefined || hasMore };
  }

  /** Returns the label before or after another one in its list, loading more if needed. */
  async neighbourOf(
    accountId: AccountId,
    labelId: LabelId,
    direction: Direction,
  ): Promise<Label | undefined> {
    for (;;) {
      const place = this.#placeOf(accountId, labelId);
      const neighbour = place[direction];
      const account = this.#options.accounts.find(accountId);
      const isMore = direction === 'next' && place.hasMore;
      if (neighbour !== undefined || account === undefined || !isMore) {
        return neighbour;
      }
      const list = this.#lists.of(account);
      const { count } = list;
      await this.#loadForUser(account, () => list.loadMore());
      if (list.count <= count) {
        return undefined;
      }
    }
  }

  /** Selects a label in the view if that is visible, without moving the focus. */
  async selectLabel(accountId: AccountId, labelId: LabelId): Promise<void> {
    if (this.#tree.isVisible) {
      await this.#select(accountId, labelId, false);
    }
  }

  /** Selects and focuses a label in the view; returns whether it is loaded. */
  async revealLabel(accountId: AccountId, labelId: LabelId): Promise<boolean> {
    return await this.#select(accountId, labelId, true);
  }

  dispose(): void {
    this.#resources.dispose();
  }

  async #select(accountId: AccountId, labelId: LabelId, focus: boolean): Promise<boolean> {
    const account = this.#options.accounts.find(accountId);
    const entry = this.#listOf(accountId)?.entries.find(
      (each) => each.kind === 'label' && each.label.id === labelId,
    );
    if (account === undefined || entry === undefined) {
      return false;
    }
    await this.#tree.select(account, entry, focus);
    return true;
  }

  #listOf(id: AccountId): LabelList | undefined {
    const account = this.#options.accounts.find(id);
    return account && this.#lists.of(account);
  }

  /** Returns the place of a label in the list of its account. */
  #placeOf(id: AccountId, labelId: LabelId): PlaceInList {
    const list = this.#listOf(id);
    const labels = (list?.entries ?? []).flatMap((entry) =>
      entry.kind === 'label' ? [entry.label] : [],
    );
    const index = labels.findIndex((label) => label.id === labelId);
    return index === -1
      ? { previous: undefined, next: undefined, hasMore: false }
      : { previous: labels[index - 1], next: labels[index + 1], hasMore: list?.hasMore === true };
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
        ? new Map(all.map((account) => [account.account.id, isWorking(account)]))
        : undefined;
    this.#lists.prune();
    for (const account of all) {
      if (known?.get(account.account.id) === false && isWorking(account)) {
        this.#reload(account);
      }
    }
    this.#tree.render();
    // Last: from now on VS Code shows the welcome that fits.
    const isKnown = this.#knownStates !== undefined;
    void vscode.commands.executeCommand('setContext', contextKeys.accountsKnown, isKnown);
    this.#loadInSight();
  }

  /** Reloads lists that failed or became outdated before the sign-in. */
  #reload(account: LabelAccount): void {
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

  /** Runs an action of the account's list with progress in the view. */
  async #load<T>(account: LabelAccount, action: () => Promise<T>): Promise<T> {
    const list = this.#lists.of(account);
    const result = await showViewProgress(viewIds.labels, action);
    if (list.state.kind === 'failed') {
      this.#options.log.warn(`Labels could not be loaded: ${reasonOf(list.state.error)}`);
    } else if (list.isLoaded) {
      this.#onDidLoad.fire();
    }
    return result;
  }

  /** Asks for the client secret if a list has failed for lack of it; returns false if cancelled. */
  async #setMissingSecret({ state }: LabelList): Promise<boolean> {
    const remedy = state.kind === 'failed' ? remedyOf(state.error) : undefined;
    return remedy?.kind !== 'setClientSecret' || (await this.#options.setClientSecret(remedy.app));
  }

  /** Like `#load`, and notifies the user of a failure. */
  async #loadForUser<T>(account: LabelAccount, action: () => Promise<T>): Promise<T> {
    const result = await this.#load(account, action);
    const { count, state } = this.#lists.of(account);
    const isInSight =
      this.#tree.isVisible && this.#tree.isUnfolded(account) && count <= labelsInSight;
    if (state.kind === 'failed' && !isInSight) {
      // Nothing waits for it: the notification may stay.
      void this.#options.presentError(state.error, async () => {
        await this.#loadForUser(account, () => this.#lists.of(account).retry());
      });
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
