import * as vscode from 'vscode';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { textLanguage } from '../commands/textLanguage.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Clock } from '../core/async/clock.ts';
import { labelFilterSummary } from '../core/labels/list/labelCriteria.ts';
import { isEmptyFilter } from '../core/labels/list/labelFilter.ts';
import type { LabelList, LabelListChange } from '../core/labels/list/labelList.ts';
import type { ListEntry } from '../core/labels/list/orderedEntries.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { countOfMatches } from './countOfMatches.ts';
import type { AccountListChange, ListsByAccount } from './listsByAccount.ts';
import { RenderedList } from './renderedList.ts';
import { RepeatedNotice } from './repeatedNotice.ts';
import { AccountRow } from './rows/accountRow.ts';
import { LabelRow } from './rows/labelRow.ts';
import type { LabelsViewRow } from './rows/labelsViewRow.ts';
import { MessageRow } from './rows/messageRow.ts';
import { RangeRow } from './rows/rangeRow.ts';
import { UnreadableRow } from './rows/unreadableRow.ts';
import { RowUpdates } from './rowUpdates.ts';

/** Dependencies of the tree's rows. */
export interface LabelsTreeDataProviderOptions {
  readonly clock: Clock;
  readonly accounts: LabelAccounts;
  readonly lists: ListsByAccount;
  readonly statusNames: () => StatusNames;
  /** Returns whether the user has expanded or collapsed a row; undefined if neither. */
  readonly isExpanded: (rowId: string) => boolean | undefined;
  /** Returns the selected rows. */
  readonly selection: () => readonly LabelsViewRow[];
  /**
   * Resolves when the labels of an account are loaded, or have been loading for so long that the tree should
   * show it.
   */
  readonly shown: (id: AccountId) => Promise<void>;
  /** Called when VS Code has received the first rows. */
  readonly onDidGetRows: () => void;
}

/**
 * Provides the rows of accounts and labels. Only reads the lists and never triggers loading, but may briefly
 * wait for pending loads.
 */
export class LabelsTreeDataProvider
  implements vscode.TreeDataProvider<LabelsViewRow>, vscode.Disposable
{
  readonly #options: LabelsTreeDataProviderOptions;
  readonly #onDidChangeTreeData = new vscode.EventEmitter<LabelsViewRow[] | undefined>();
  /** Notices by row id, as the row objects may have been replaced when a notice is repeated. */
  readonly #notice: RepeatedNotice<string>;
  readonly #rowUpdates: RowUpdates<LabelsViewRow>;
  /** Row objects of accounts: VS Code identifies a row to render again by its object. */
  readonly #accountRows = new Map<AccountId, AccountRow>();
  readonly #renderedLists = new Map<AccountId, RenderedList>();
  /**
   * Pending request of VS Code for the top level. Its response will include changes made in the meantime, so
   * these need no rendering. Initially set, as there are no rows before the first request.
   */
  #askedForTop: symbol | undefined = Symbol('not asked yet');
  #hasRows = false;

  readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;

  constructor(options: LabelsTreeDataProviderOptions) {
    this.#options = options;
    this.#notice = new RepeatedNotice(options.clock);
    this.#rowUpdates = new RowUpdates<LabelsViewRow>({
      ...options,
      parentOf: (row) => this.getParent(row),
      render: (rows) => this.#rerender(rows),
    });
  }

  /** Renders all rows again. */
  renderAll(): void {
    this.#rerender(undefined);
  }

  /** Renders only what has changed in an account's list, which may have 100,000 rows. */
  renderChange({ accountId, change }: AccountListChange): void {
    const account = this.#options.accounts.find(accountId);
    if (account === undefined) {
      // The account was signed out, so all accounts are rendered again anyway.
      return;
    }
    const row = this.#accountRows.get(accountId);
    const whole = row === undefined ? undefined : [row];
    const rows = this.#rowsToRender(account, change);
    if (rows !== undefined && change.kind === 'label') {
      this.#rowUpdates.add(rows);
    } else {
      this.#rerender(rows ?? whole);
    }
  }

  /** Returns the row of an account, even if it is not rendered yet; undefined if accounts have no rows. */
  accountRow(account: LabelAccount): AccountRow | undefined {
    const { id } = account.account;
    const { accounts } = this.#options;
    return accounts.all().length < 2 || accounts.find(id) === undefined
      ? undefined
      : (this.#accountRows.get(id) ?? this.#newAccountRow(account));
  }

  getTreeItem(row: LabelsViewRow): vscode.TreeItem {
    const item = row.treeItem(this.#options.statusNames());
    if (this.#options.accounts.find(row.accountId)?.readOnly !== undefined) {
      // With this context value, the manifest offers no command that changes labels.
      item.contextValue = `${item.contextValue ?? ''} readOnly`;
    }
    return item;
  }

  resolveTreeItem(item: vscode.TreeItem, row: LabelsViewRow): vscode.TreeItem {
    return row.resolve(item, this.#options.statusNames());
  }

  async getChildren(row?: LabelsViewRow): Promise<LabelsViewRow[]> {
    if (row === undefined) {
      return await this.#top();
    }
    if (!(row instanceof AccountRow || row instanceof RangeRow)) {
      return [];
    }
    await this.#waitUntilShown(row.accountId);
    this.#notice.recordRequest(row.id);
    if (row instanceof RangeRow) {
      return this.#renderedLists.get(row.accountId)?.below(row) ?? [];
    }
    const account = this.#options.accounts.find(row.accountId);
    return account === undefined ? [] : this.#rowsOf(account);
  }

  getParent(row: LabelsViewRow): LabelsViewRow | undefined {
    if (row instanceof AccountRow) {
      return undefined;
    }
    const isInRange = row instanceof LabelRow || row instanceof UnreadableRow;
    return (isInRange ? row.range : undefined) ?? this.#accountRows.get(row.accountId);
  }

  /** Returns a row for an entry of an account's list, even if it is not rendered yet. */
  rowOf(account: LabelAccount, entry: ListEntry): LabelsViewRow {
    return this.#newRenderedList(account).rowOf(entry);
  }

  /** Returns the current row for the same item as `row`; undefined if there is none. */
  renderedAs(row: LabelsViewRow): LabelsViewRow | undefined {
    const { accountId } = row;
    if (row instanceof AccountRow) {
      return this.#accountRows.get(accountId);
    }
    if (row instanceof LabelRow) {
      // Rows below a range do not exist until VS Code requests them.
      const account = this.#options.accounts.find(accountId);
      const label = account && this.#options.lists.of(account).find(row.label.id);
      return label && new LabelRow(accountId, label, row.range);
    }
    return this.#renderedLists.get(accountId)?.rangeOf(row.id);
  }

  /** Returns the first row of an account's labels, even if it is not rendered yet; undefined if there is none. */
  firstRowOf(account: LabelAccount): LabelsViewRow | undefined {
    return this.#newRenderedList(account).firstRow();
  }

  /** Returns the last rendered row of an account's labels; undefined if there is none. */
  lastRowOf(account: LabelAccount): LabelsViewRow | undefined {
    return this.#renderedLists.get(account.account.id)?.lastRow();
  }

  dispose(): void {
    this.#notice.dispose();
    this.#rowUpdates.dispose();
    this.#onDidChangeTreeData.dispose();
  }

  /** Returns the rows that show a change of an account's list; undefined if the whole list must be rendered. */
  #rowsToRender(
    account: LabelAccount,
    change: LabelListChange,
  ): readonly LabelsViewRow[] | undefined {
    const list = this.#options.lists.of(account);
    const rendered = this.#renderedLists.get(account.account.id);
    switch (change.kind) {
      case 'label':
        return rendered?.updateLabel(change.label);
      case 'entries':
        return rendered?.extendLastRange(list.entries, {
          head: headOf(account, list),
          tail: tailOf(account, list),
          matches: countOfMatches(list),
        });
      case 'state':
        return rendered?.updateFrame(headOf(account, list), tailOf(account, list));
    }
  }

  /** Renders `rows` again, or the whole tree if undefined; in one batch, as VS Code delays a second one. */
  #rerender(rows: readonly LabelsViewRow[] | undefined): void {
    if (this.#askedForTop !== undefined) {
      return;
    }
    this.#notify(rows);
    // VS Code requests the children of these again.
    const unfolded = rows?.filter((row) => this.#isUnfolded(row)) ?? [undefined];
    for (const row of unfolded) {
      this.#notice.repeat(row?.id, () => this.#notify(row && [this.renderedAs(row) ?? row]));
    }
  }

  #isUnfolded(row: LabelsViewRow): boolean {
    return row instanceof RangeRow
      ? row.isExpanded
      : row instanceof AccountRow && this.#options.isExpanded(row.id) === true;
  }

  #notify(rows: readonly LabelsViewRow[] | undefined): void {
    this.#onDidChangeTreeData.fire(rows && Array.from(rows));
  }

  async #top(): Promise<LabelsViewRow[]> {
    this.#notice.recordRequest(undefined);
    const asked = Symbol('asked');
    this.#askedForTop = asked;
    const { accounts } = this.#options;
    try {
      await accounts.ready();
      const [only, ...others] = accounts.all();
      if (only !== undefined && others.length === 0) {
        await this.#waitUntilShown(only.account.id);
      }
      const roots = this.#roots();
      const hadRows = this.#hasRows;
      this.#hasRows = roots.length > 0;
      if (this.#hasRows && !hadRows) {
        // Call it after this response has been sent.
        setImmediate(this.#options.onDidGetRows);
      }
      return roots;
    } finally {
      // If requests overlap, VS Code uses the response to the latest one.
      if (this.#askedForTop === asked) {
        this.#askedForTop = undefined;
      }
    }
  }

  /**
   * Waits until labels are loaded or their loading is shown, so that existing rows stay until they are
   * replaced.
   */
  async #waitUntilShown(id: AccountId): Promise<void> {
    const account = this.#options.accounts.find(id);
    if (account !== undefined && !this.#options.lists.of(account).isLoaded) {
      await this.#options.shown(id);
    }
  }

  #roots(): LabelsViewRow[] {
    const all = this.#options.accounts.all();
    const [only, ...others] = all;
    this.#accountRows.clear();
    for (const id of Array.from(this.#renderedLists.keys())) {
      if (this.#options.accounts.find(id) === undefined) {
        this.#renderedLists.delete(id);
      }
    }
    if (only === undefined || others.length === 0) {
      return only === undefined ? [] : this.#rowsOf(only);
    }
    return all.map((account) => {
      const row = this.#newAccountRow(account);
      this.#accountRows.set(account.account.id, row);
      return row;
    });
  }

  #newAccountRow(account: LabelAccount): AccountRow {
    const list = this.#options.lists.of(account);
    return new AccountRow(account, () => ({
      isExpanded: this.#options.isExpanded(account.account.id) ?? false,
      filterSummary: labelFilterSummary(list.filter, this.#options.statusNames(), textLanguage()),
      count: countOfMatches(list),
      isNamesake: this.#options.accounts
        .all()
        .some((other) => other.account.id !== account.account.id && other.label === account.label),
    }));
  }

  #rowsOf(account: LabelAccount): LabelsViewRow[] {
    const rendered = this.#newRenderedList(account);
    this.#renderedLists.set(account.account.id, rendered);
    return rendered.top();
  }

  #newRenderedList(account: LabelAccount): RenderedList {
    const { id } = account.account;
    const list = this.#options.lists.of(account);
    return new RenderedList({
      accountId: id,
      entries: () => list.entries,
      head: headOf(account, list),
      tail: tailOf(account, list),
      matches: countOfMatches(list),
      isExpanded: this.#options.isExpanded,
      flatCountBefore: this.#renderedLists.get(id)?.flatCount ?? 0,
    });
  }
}

/** Row above the labels of a list, if any. */
function headOf(
  { account, endReason, state }: LabelAccount,
  list: LabelList,
): MessageRow | undefined {
  if (state === 'signInNeeded') {
    return new MessageRow(account.id, 'signIn', endReason);
  }
  return list.state.kind === 'failed' && list.state.action === 'refresh'
    ? new MessageRow(account.id, 'failed', list.state.error)
    : undefined;
}

/** Row below the labels of a list, if any. */
function tailOf({ account, state }: LabelAccount, list: LabelList): MessageRow | undefined {
  if (state === 'signInNeeded') {
    return undefined;
  }
  if (list.state.kind === 'failed' && list.state.action !== 'refresh') {
    return new MessageRow(account.id, 'failed', list.state.error);
  }
  if (list.state.kind === 'loading' && !list.isLoaded) {
    return new MessageRow(account.id, 'loading');
  }
  if (list.hasMore) {
    return new MessageRow(account.id, 'loadMore', list);
  }
  if (list.missing > 0) {
    return new MessageRow(account.id, 'notListed', list);
  }
  return list.count === 0
    ? new MessageRow(account.id, 'empty', !isEmptyFilter(list.filter))
    : undefined;
}
