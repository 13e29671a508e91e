import * as vscode from 'vscode';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import { delay } from '../core/async/abort.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore } from '../core/async/disposable.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { ListEntry } from '../core/labels/list/orderedEntries.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { settingIds, viewIds } from '../ids.ts';
import { countOfMatches } from './countOfMatches.ts';
import { describeView } from './describeView.ts';
import { labelDragController } from './labelDragController.ts';
import { LabelsTreeDataProvider } from './labelsTreeDataProvider.ts';
import type { ListsByAccount } from './listsByAccount.ts';
import { PendingRendering } from './pendingRendering.ts';
import type { LabelsViewRow } from './rows/labelsViewRow.ts';
import { RowSelection } from './rowSelection.ts';

/**
 * How often a row is selected until VS Code has done so, and how long after one another, in milliseconds: for longer
 * than it takes until VS Code is notified again of rows that it has not asked for.
 */
const maximumAttempts = 20;
const pause = 200;

/** What the tree shows. */
export interface LabelsTreeOptions {
  readonly accounts: LabelAccounts;
  readonly lists: ListsByAccount;
  readonly statusNames: () => StatusNames;
  readonly clock: Clock;
  readonly log: Log;
}

/** How a row is brought into sight: as in VS Code's own `TreeView.reveal`. */
type RevealOptions = Parameters<vscode.TreeView<LabelsViewRow>['reveal']>[1];

/**
 * VS Code's tree of accounts and labels: renders what changes in the lists, and knows what is selected,
 * unfolded and in sight. It makes nothing load.
 */
export class LabelsTree implements vscode.Disposable {
  readonly #options: LabelsTreeOptions;
  readonly #resources = new DisposableStore();
  readonly #pending: PendingRendering;
  readonly #provider: LabelsTreeDataProvider;
  readonly #treeView: vscode.TreeView<LabelsViewRow>;
  readonly #selection: RowSelection<LabelsViewRow>;
  /** What the user or the view has unfolded and folded, by the ids of the rows. */
  readonly #expanded = new Map<string, boolean>();
  /** The account whose row is to come into sight when the view does. */
  #unseen: AccountId | undefined;

  readonly onDidChangeVisibility: vscode.Event<unknown>;

  /** The user has unfolded a row. */
  readonly onDidExpandRow: vscode.Event<unknown>;

  constructor(options: LabelsTreeOptions) {
    this.#options = options;
    const { accounts, clock, lists, statusNames } = options;
    this.#pending = this.#resources.add(
      new PendingRendering({
        clock,
        isLoading: (id) => this.#isLoading(id),
        render: (change) => {
          this.#provider.renderChange(change);
          this.#showCount();
        },
      }),
    );
    this.#provider = this.#resources.add(
      new LabelsTreeDataProvider({
        clock,
        accounts,
        lists,
        statusNames,
        isExpanded: (rowId) => this.#expanded.get(rowId),
        selection: () => this.selection,
        shown: async (id) => await this.#pending.shown(id),
      }),
    );
    this.#treeView = this.#resources.add(
      vscode.window.createTreeView(viewIds.labels, {
        treeDataProvider: this.#provider,
        dragAndDropController: labelDragController,
        canSelectMany: true,
        showCollapseAll: true,
      }),
    );
    this.#selection = this.#resources.add(
      new RowSelection(this.#treeView, (row) => this.#provider.renderedAs(row)),
    );
    this.onDidChangeVisibility = this.#treeView.onDidChangeVisibility;
    this.onDidExpandRow = this.#treeView.onDidExpandElement;
    this.#listen();
  }

  get isVisible(): boolean {
    return this.#treeView.visible;
  }

  get selection(): readonly LabelsViewRow[] {
    return this.#selection.rows;
  }

  /** Whether `account` is the only one: then it has no row. */
  isAlone({ account }: LabelAccount): boolean {
    const [only, ...others] = this.#options.accounts.all();
    return others.length === 0 && only?.account.id === account.id;
  }

  /** Whether the labels of `account` are in sight as soon as the view is. */
  isUnfolded(account: LabelAccount): boolean {
    return this.isAlone(account) || this.#expanded.get(account.account.id) === true;
  }

  /** Has the labels of an account unfolded when the tree is rendered next. */
  unfold(id: AccountId): void {
    this.#expanded.set(id, true);
  }

  /** Renders everything again. */
  render(): void {
    this.#describe();
    this.#provider.renderAll();
    this.#showCount();
  }

  /**
   * Selects the row of an entry of an account's list. VS Code selects nothing, and does not say so, where the row
   * is rendered again meanwhile: then it is selected again, unless the user has selected another one.
   */
  async select(account: LabelAccount, entry: ListEntry, focus: boolean): Promise<void> {
    let isSelected = false;
    const subscription = this.#treeView.onDidChangeSelection(() => (isSelected = true));
    for (let attempt = 1; attempt <= maximumAttempts && !isSelected; attempt++) {
      if (attempt > 1 && !this.isVisible) {
        // The user has left the view, and selecting a row would open it again.
        break;
      }
      const row = this.#provider.rowOf(account, entry);
      await this.#reveal(row, { select: true, focus });
      isSelected ||= this.selection.some(({ id }) => id === row.id);
      if (!isSelected) {
        await delay(this.#options.clock, pause);
      }
    }
    subscription.dispose();
  }

  /** Has the keyboard go on from the last of an account's labels. */
  async focusLast(account: LabelAccount): Promise<void> {
    const row = this.#provider.lastRowOf(account);
    if (row !== undefined) {
      await this.#reveal(row, { select: false, focus: true });
    }
  }

  /** Brings the row of an account into sight, if accounts are rows. */
  async revealAccount(account: LabelAccount, options: RevealOptions): Promise<void> {
    const row = this.#provider.accountRow(account);
    if (row !== undefined) {
      await this.#reveal(row, { select: false, ...options });
    }
  }

  /** Brings the row of an account into sight as soon as the view is in sight itself. */
  async revealOnceVisible(id: AccountId): Promise<void> {
    this.#unseen = id;
    await this.#options.accounts.ready();
    await this.revealUnseen();
  }

  /** To be called when the view has come into sight. */
  async revealUnseen(): Promise<void> {
    const account = this.#unseen && this.#options.accounts.find(this.#unseen);
    if (account !== undefined && this.isVisible) {
      this.#unseen = undefined;
      await this.revealAccount(account, {});
    }
  }

  dispose(): void {
    this.#resources.dispose();
  }

  #listen(): void {
    this.#resources.add(
      this.#options.lists.onDidChange((change) => {
        if (change.change.kind !== 'label') {
          // First what stands above the rows, or they would move down under the pointer.
          this.#describe();
        }
        this.#pending.add(change);
      }),
    );
    this.#resources.add(
      this.#treeView.onDidExpandElement(({ element }) => this.#expanded.set(element.id, true)),
    );
    this.#resources.add(
      this.#treeView.onDidCollapseElement(({ element }) => this.#expanded.set(element.id, false)),
    );
    this.#resources.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingIds.statusNames)) {
          this.render();
        }
      }),
    );
  }

  #isLoading(id: AccountId): boolean {
    const account = this.#options.accounts.find(id);
    return account !== undefined && this.#options.lists.of(account).state.kind === 'loading';
  }

  async #reveal(row: LabelsViewRow, options: RevealOptions): Promise<void> {
    try {
      await this.#treeView.reveal(row, options);
    } catch (error) {
      // The row may have gone since, by a refresh or a sign-out.
      this.#options.log.debug(`A row could not be revealed: ${reasonOf(error)}`);
    }
  }

  /** Says how many labels match, beside the title: rows do not move by it. Several accounts say it themselves. */
  #showCount(): void {
    const [only, ...others] = this.#options.accounts.all();
    const isAlone = only !== undefined && others.length === 0;
    this.#treeView.description = isAlone ? countOfMatches(this.#options.lists.of(only)) : '';
  }

  #describe(): void {
    describeView(this.#treeView, this.#options).catch((error: unknown) => {
      this.#options.log.error(reasonOf(error));
    });
  }
}
