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
import { surfaceText } from '../core/text/surfaceText.ts';
import { settingIds, viewIds } from '../ids.ts';
import { labelsOf } from './chosenLabels.ts';
import { copiedLines } from './copiedLines.ts';
import { countOfMatches } from './countOfMatches.ts';
import { describeView } from './describeView.ts';
import { LabelsTreeDataProvider } from './labelsTreeDataProvider.ts';
import type { ListsByAccount } from './listsByAccount.ts';
import { PendingRendering } from './pendingRendering.ts';
import type { LabelsViewRow } from './rows/labelsViewRow.ts';
import { RowSelection } from './rowSelection.ts';

/**
 * Maximum number of attempts to select a row, and the pause between them in milliseconds. Together, they take
 * longer than `RepeatedNotice` needs to repeat a notice that VS Code ignored.
 */
const maximumAttempts = 20;
const pause = 200;

/** Dependencies and content of the tree. */
export interface LabelsTreeOptions {
  readonly accounts: LabelAccounts;
  readonly lists: ListsByAccount;
  readonly statusNames: () => StatusNames;
  readonly clock: Clock;
  readonly log: Log;
}

/** Options for revealing a row, as for VS Code's `TreeView.reveal`. */
type RevealOptions = Parameters<vscode.TreeView<LabelsViewRow>['reveal']>[1];

/**
 * Tree view of accounts and labels. Renders changes of the lists, and tracks the selection, expanded rows and
 * visibility. Never triggers loading.
 */
export class LabelsTree implements vscode.Disposable {
  readonly #options: LabelsTreeOptions;
  readonly #resources = new DisposableStore();
  readonly #pending: PendingRendering;
  readonly #provider: LabelsTreeDataProvider;
  readonly #treeView: vscode.TreeView<LabelsViewRow>;
  readonly #selection: RowSelection<LabelsViewRow>;
  /**
   * Rows that the user has expanded (true) or collapsed, by id. Accounts are collapsed by default: the labels
   * of the first one would hide the second.
   */
  readonly #expanded = new Map<string, boolean>();
  /** Account whose row is revealed when the view becomes visible. */
  #unseen: AccountId | undefined;

  readonly onDidChangeVisibility: vscode.Event<unknown>;

  /** Fires when the user has expanded a row. */
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
          if (change.change.kind !== 'label') {
            this.#showCount();
          }
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
        shown: async (id) => await this.#pending.whenShown(id),
        onDidGetRows: () => this.#remeasure(),
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

  /** Returns whether `account` is the only account, in which case it has no row. */
  isAlone({ account }: LabelAccount): boolean {
    const [only, ...others] = this.#options.accounts.all();
    return others.length === 0 && only?.account.id === account.id;
  }

  /** Returns whether the labels of `account` are visible whenever the view is. */
  isUnfolded(account: LabelAccount): boolean {
    return this.isAlone(account) || this.#expanded.get(account.account.id) === true;
  }

  /** Renders all rows again. */
  render(): void {
    this.#describe();
    this.#provider.renderAll();
    this.#showCount();
  }

  /**
   * Selects the row of an entry of an account's list. VS Code silently ignores this if it renders the row
   * again at the same time, so it is repeated until the user has selected a row or the selection is reported.
   */
  async select(account: LabelAccount, entry: ListEntry, focus: boolean): Promise<void> {
    let isSelected = false;
    const subscription = this.#treeView.onDidChangeSelection(() => (isSelected = true));
    for (let attempt = 1; attempt <= maximumAttempts && !isSelected; attempt++) {
      if (attempt > 1 && !this.isVisible) {
        // The user has left the view, which selecting a row would open again.
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

  /** Moves the focus to the last label row of an account. */
  async focusLast(account: LabelAccount): Promise<void> {
    const row = this.#provider.lastRowOf(account);
    if (row !== undefined) {
      await this.#reveal(row, { select: false, focus: true });
    }
  }

  /** Expands an account and scrolls to its first labels, if the view is visible. */
  async revealBeginning(account: LabelAccount): Promise<void> {
    const row = this.#provider.accountRow(account) ?? this.#provider.firstRowOf(account);
    if (row !== undefined && this.isVisible) {
      await this.#reveal(row, { select: false, expand: true });
    }
  }

  /** Reveals the row of an account as soon as the view is visible. */
  async revealOnceVisible(id: AccountId): Promise<void> {
    this.#unseen = id;
    await this.#options.accounts.ready();
    await this.revealUnseen();
  }

  /** Reveals the row that `revealOnceVisible` has requested, if the view is visible. */
  async revealUnseen(): Promise<void> {
    const account = this.#unseen && this.#options.accounts.find(this.#unseen);
    if (account !== undefined && this.isVisible) {
      this.#unseen = undefined;
      const row = this.#provider.accountRow(account);
      if (row !== undefined) {
        await this.#reveal(row, { select: false });
      }
    }
  }

  dispose(): void {
    this.#resources.dispose();
  }

  #listen(): void {
    this.#resources.add(
      this.#options.lists.onDidChange((change) => {
        if (change.change.kind !== 'label') {
          // Update the message above the rows first; otherwise it would move the rows under the pointer.
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
      // The row may have been removed by a refresh or a sign-out.
      this.#options.log.debug(`A row could not be revealed: ${reasonOf(error)}`);
    }
  }

  /**
   * Shows the number of matching labels next to the title of the view, so that rows do not move. With several
   * accounts, their rows show it.
   */
  #showCount(): void {
    const [only, ...others] = this.#options.accounts.all();
    const isAlone = only !== undefined && others.length === 0;
    const count = isAlone ? countOfMatches(this.#options.lists.of(only)) : '';
    this.#treeView.description = surfaceText('viewMessage', count);
  }

  /**
   * Makes VS Code lay out the rows again. While a welcome text covers the tree, the message above the rows has
   * no height, so the last row would end up below the edge.
   */
  #remeasure(): void {
    describeView(this.#treeView, this.#options)
      // The promise settles when VS Code has received the rows and removed the welcome text.
      .then(() => {
        this.#treeView.message = this.#treeView.message ?? '';
      })
      .catch((error: unknown) => {
        this.#options.log.error(reasonOf(error));
      });
  }

  #describe(): void {
    describeView(this.#treeView, this.#options).catch((error: unknown) => {
      this.#options.log.error(reasonOf(error));
    });
  }
}

/** Lets the user drag labels out of the tree as text, one line each. Nothing can be dropped on the tree. */
const labelDragController: vscode.TreeDragAndDropController<LabelsViewRow> = {
  dragMimeTypes: ['text/plain'],
  dropMimeTypes: [],
  handleDrag(rows, dataTransfer) {
    const lines = labelsOf(rows).map(
      ({ id, labelCode, labelName }) => labelName ?? labelCode ?? id,
    );
    if (lines.length > 0) {
      dataTransfer.set('text/plain', new vscode.DataTransferItem(copiedLines(lines)));
    }
  },
};
