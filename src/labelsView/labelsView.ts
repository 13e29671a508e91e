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
  /** Storage for the filters. */
  readonly filters: FilterMemory;
  /** Setting `workforce.labels.pageSize`. */
  readonly pageSize: () => number;
  /** Setting `workforce.labels.statusNames`. */
  readonly statusNames: () => StatusNames;
  /** Asks for the client secret of an app. Returns false if cancelled. */
  readonly setClientSecret: (app: ClientApp | undefined) => Promise<boolean>;
  /** Shows an error with its next step. */
  readonly presentError: (error: unknown, retry?: () => Promise<void>) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Direction of a step from a label to a neighbor in its list. */
type Direction = 'previous' | 'next';

/**
 * Neighbors of a label among the loaded labels, and whether more can be loaded. A label that is not loaded
 * has no neighbors.
 */
interface PlaceInList extends Readonly<Record<Direction, Label | undefined>> {
  readonly hasMore: boolean;
}

/**
 * Approximate number of labels that fit into the view: if there are more, the first or last row may be
 * hidden.
 */
const labelsInSight = 20;

/**
 * The labels view in the sidebar. Its methods implement commands: each takes the row on which the command is
 * run, if any, and otherwise determines the account. Visible rows load automatically. A failure to load is
 * shown as a row and not thrown. After a user request, it is also shown as a notification if the row may be
 * hidden.
 */
export class LabelsView implements vscode.Disposable {
  readonly #options: LabelsViewOptions;
  readonly #resources = new DisposableStore();
  readonly #lists: ListsByAccount;
  readonly #tree: LabelsTree;
  readonly #filters: LazyValue<LabelFilters>;
  readonly #onDidLoad = this.#resources.add(new Emitter<void>());
  /** Last known state of each account, true if it was working; undefined until the sessions have been read. */
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

  /** Returns the statuses seen among an account's labels. */
  statusesSeen(id: AccountId): ReadonlySet<number> {
    return this.#listOf(id)?.statusesSeen() ?? new Set();
  }

  /** Returns the filter commands, which are loaded on first use. */
  async filters(): Promise<LabelFilters> {
    return await this.#filters.get();
  }

  /**
   * Returns the accounts for a command: the one of an account's row or of a message about it; otherwise all.
   * Any other row just has the focus, and VS Code passes it for a button of the view.
   */
  accountsOf(target: LabelsViewRow | undefined): readonly LabelAccount[] {
    const { accounts } = this.#options;
    if (!(target instanceof AccountRow || target instanceof MessageRow)) {
      return accounts.all();
    }
    const account = accounts.find(target.accountId);
    return account === undefined ? [] : [account];
  }

  /** Reloads the labels of one account, or of all accounts whose labels are loaded or visible. */
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
   * Loads the next labels of one account and selects the first new one. If run on the row of a failure,
   * retries the failed action.
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
    // Move the focus now: when the rows arrive, the user may have moved it, which VS Code does not report.
    const focused = target === undefined ? undefined : this.#tree.focusLast(account);
    const loadMore = async (): Promise<ListEntry | undefined> => await list.loadMore();
    // A failure is shown in the row that was clicked, so it needs no notification.
    const firstNew = await (target instanceof MessageRow
      ? this.#load(account, loadMore)
      : this.#loadForUser(account, loadMore));
    await focused;
    if (firstNew !== undefined && this.#tree.isVisible) {
      await this.#tree.select(account, firstNew, false);
    }
  }

  /** Loads all labels of an account. If the user cancels, the labels loaded so far stay. */
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
   * Returns the account for a command: that of the row it is run on, or of the selection if it is run without
   * a target; otherwise the only account or the user's choice.
   */
  async chooseAccount(argument: unknown): Promise<LabelAccount | undefined> {
    const { accounts } = this.#options;
    await accounts.ready();
    const target = rowOf(argument);
    if (target !== undefined) {
      // If the account was removed, the command does nothing, rather than using another account.
      return accounts.find(target.accountId);
    }
    const [selected] = isNothing(argument) ? this.#tree.selection : [];
    return (selected && accounts.find(selected.accountId)) ?? (await pickAccount(accounts.all()));
  }

  /**
   * Reveals the row of an account once the view is visible: a new account may be listed below thousands of
   * labels.
   */
  async showAccount(id: AccountId): Promise<void> {
    const account = this.#options.accounts.find(id);
    if (account !== undefined && this.#lists.of(account).state.kind === 'failed') {
      // The load may have failed because of the session that the sign-in has replaced.
      this.#reload(account);
    }
    await this.#tree.revealOnceVisible(id);
  }

  /**
   * Returns the labels for a command, all of one account: those of `rows`, that of `argument`, or the
   * selected labels if the command is run without a target. Notifies the user if there are none.
   */
  async chooseLabels(argument: unknown, rows: unknown): Promise<ChosenLabels> {
    const meant = Array.isArray(rows)
      ? rows
      : isNothing(argument)
        ? this.#tree.selection
        : [argument];
    return await chosenLabels(meant, this.#options.accounts);
  }

  /** Returns the labels of `account` among the rows that a command is run on: `rows`, or `argument`. */
  labelsCalledOn({ account }: LabelAccount, argument: unknown, rows: unknown): readonly Label[] {
    const called: readonly unknown[] = Array.isArray(rows) ? rows : [argument];
    return labelsOf(called.flatMap((row) => rowOf(row) ?? []).filter(isOf(account.id)));
  }

  /** Returns the selected labels of `account`. */
  selectedLabels({ account }: LabelAccount): readonly Label[] {
    return labelsOf(this.#tree.selection.filter(isOf(account.id)));
  }

  /**
   * Returns, for both directions, whether the label has a neighbor or may have one once more labels are
   * loaded.
   */
  hasNeighbors(accountId: AccountId, labelId: LabelId): Readonly<Record<Direction, boolean>> {
    const { hasMore, next, previous } = this.#placeOf(accountId, labelId);
    return { previous: previous !== undefined, next: next !== undefined || hasMore };
  }

  /** Returns the neighbor of a label in its list, loading more labels if needed; undefined if there is none. */
  async neighborOf(
    accountId: AccountId,
    labelId: LabelId,
    direction: Direction,
  ): Promise<Label | undefined> {
    for (;;) {
      const place = this.#placeOf(accountId, labelId);
      const neighbor = place[direction];
      const account = this.#options.accounts.find(accountId);
      const isMore = direction === 'next' && place.hasMore;
      if (neighbor !== undefined || account === undefined || !isMore) {
        return neighbor;
      }
      const list = this.#lists.of(account);
      const { count } = list;
      await this.#loadForUser(account, () => list.loadMore());
      if (list.count <= count) {
        return undefined;
      }
    }
  }

  /** Selects a label in the view without moving the focus; does nothing if the view is hidden. */
  async selectLabel(accountId: AccountId, labelId: LabelId): Promise<void> {
    if (this.#tree.isVisible) {
      await this.#select(accountId, labelId, false);
    }
  }

  /** Selects and focuses a label in the view. Returns false if it is not loaded. */
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

  /** Returns the neighbors of a label in the list of its account. */
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
      // Only once the view is visible, as this reads the keyring.
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
    // Set this last: from then on, VS Code shows the welcome text for the current state.
    const isKnown = this.#knownStates !== undefined;
    void vscode.commands.executeCommand('setContext', contextKeys.accountsKnown, isKnown);
    this.#loadInSight();
  }

  /** Reloads a list that has failed, or that may have become outdated before a sign-in. */
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

  /** Runs an action of the account's list, showing progress in the view. */
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

  /** Asks for the client secret if a list failed because it is missing. Returns false if cancelled. */
  async #setMissingSecret({ state }: LabelList): Promise<boolean> {
    const remedy = state.kind === 'failed' ? remedyOf(state.error) : undefined;
    return remedy?.kind !== 'setClientSecret' || (await this.#options.setClientSecret(remedy.app));
  }

  /** Like `#load`, but notifies the user of a failure whose row may be hidden. */
  async #loadForUser<T>(account: LabelAccount, action: () => Promise<T>): Promise<T> {
    const result = await this.#load(account, action);
    const { count, state } = this.#lists.of(account);
    const isInSight =
      this.#tree.isVisible && this.#tree.isUnfolded(account) && count <= labelsInSight;
    if (state.kind === 'failed' && !isInSight) {
      // Not awaited, as the notification may stay open.
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
