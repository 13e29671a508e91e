import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { notify } from '../commands/notify.ts';
import type { AccountId } from '../core/account/account.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { LazyValue } from '../core/async/lazyValue.ts';
import type { ChangeJournal } from '../core/labels/changes/journal.ts';
import { outcomeKinds } from '../core/labels/changes/labelOutcome.ts';
import { canUndo } from '../core/labels/changes/runHistory.ts';
import { RunRecord } from '../core/labels/changes/runRecord.ts';
import { changesCsv } from '../core/labels/exchange/changesCsv.ts';
import {
  fieldText,
  outcomeLines,
  resultText,
  valueText,
} from '../core/labels/exchange/labelChangesText.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds, viewIds } from '../ids.ts';
import { accountText } from './accountText.ts';
import type { ChangesRuns } from './changesRuns.ts';
import { countsText } from './changesSummary.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';

/** A run, or one of its labels. */
type ChangesRow =
  | { readonly kind: 'run'; readonly record: RunRecord; readonly isUndoable: boolean }
  | ChangedLabelRow;

/** A label of a run. */
class ChangedLabelRow {
  readonly kind = 'label';
  readonly record: RunRecord;
  readonly id: LabelId;

  constructor(record: RunRecord, id: LabelId) {
    this.record = record;
    this.id = id;
  }
}

/** What the view needs. */
export interface ChangesViewOptions {
  readonly accounts: LabelAccounts;
  readonly journal: ChangeJournal;
  readonly changes: LazyValue<{ readonly runs: ChangesRuns }>;
  readonly texts: ReadOnlyTexts;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
}

/** How long changes are collected before the view shows them, in milliseconds. */
const updatePause = 200;

/** The view of all runs, newest first, with what came of each label. */
export class ChangesView implements Disposable, vscode.TreeDataProvider<ChangesRow> {
  readonly #options: ChangesViewOptions;
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(new vscode.EventEmitter<void>());
  #timer: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.#onDidChange.event;

  constructor(options: ChangesViewOptions) {
    this.#options = options;
    this.#disposables.add(
      vscode.window.createTreeView(viewIds.changes, { treeDataProvider: this }),
    );
  }

  /** Shows what has happened since, soon. */
  update(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#onDidChange.fire();
    }, updatePause);
  }

  async getChildren(row?: ChangesRow): Promise<ChangesRow[]> {
    if (row?.kind === 'run') {
      const { record } = row;
      return Array.from(record.changes.keys(), (id) => new ChangedLabelRow(record, id));
    }
    const runs = await this.#runs();
    return runs
      .toReversed()
      .map((record) => ({ kind: 'run', record, isUndoable: canUndo(record, runs) }) as const);
  }

  getTreeItem(row: ChangesRow): vscode.TreeItem {
    return row.kind === 'run' ? this.#runItem(row) : this.#labelItem(row);
  }

  /** Shows the conflicts of a run, and asks whether to send its changes over them. */
  async showConflicts(id: string): Promise<void> {
    const record = (await this.#runs()).find(({ header }) => header.id === id);
    if (record === undefined) {
      return;
    }
    const names = this.#options.statusNames();
    await this.#options.texts.show(vscode.l10n.t('Conflicts'), resultText(record, names));
    const count = record.labelsWith('conflict').length;
    const send = vscode.l10n.t('Send Anyway');
    const question = vscode.l10n.t(
      '{0}: Labels that somebody else has changed: {1}. Replace their values?',
      this.#accountOf(record),
      count,
    );
    if (count > 0 && (await notify('warning', question, [send])) === send) {
      const { runs } = await this.#options.changes.get();
      await runs.sendAgain(id, 'overConflicts');
    }
  }

  /** Writes a run, or all of them, to a CSV file that the user chooses. */
  async export(id: string): Promise<void> {
    const runs = (await this.#runs()).filter(({ header }) => id === '' || header.id === id);
    const target = await vscode.window.showSaveDialog({
      title: vscode.l10n.t('Export Changes'),
      defaultUri: vscode.Uri.joinPath(vscode.Uri.file(homedir()), 'changes.csv'),
      filters: { CSV: ['csv'] },
    });
    if (target !== undefined) {
      await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(changesCsv(runs)));
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }

  async #runs(): Promise<readonly RunRecord[]> {
    return await this.#options.journal.runs();
  }

  #runItem({ isUndoable, record }: Extract<ChangesRow, { kind: 'run' }>): vscode.TreeItem {
    const { header } = record;
    const item = new vscode.TreeItem(
      displayText(header.title),
      vscode.TreeItemCollapsibleState.Collapsed,
    );
    const time = new Date(header.at).toLocaleString(vscode.env.language);
    const account = this.#accountOf(record);
    item.id = header.id;
    item.description = `${account} · ${countsText(record)}`;
    item.tooltip = [header.title, account, time, countsText(record)].map(displayText).join('\n');
    item.iconPath = new vscode.ThemeIcon(header.origin === 'undo' ? 'discard' : 'edit');
    item.contextValue = [
      'run',
      ...(isUndoable ? ['undoable'] : []),
      ...(record.openLabels('retry').length > 0 ? ['failed'] : []),
      ...(record.openLabels('goOn').length > 0 ? ['rest'] : []),
      ...(record.labelsWith('conflict').length > 0 ? ['conflicts'] : []),
    ].join(' ');
    return item;
  }

  #labelItem(row: ChangedLabelRow): vscode.TreeItem {
    const { id, record } = row;
    const change = record.changes.get(id);
    const outcome = record.outcomeOf(id);
    const { icon, title } = outcomeKinds[outcome.kind];
    const names = this.#options.statusNames();
    const fields = (change?.fields ?? []).map(({ before, field, wanted }) => {
      const after = valueText(field, wanted, names);
      return `${fieldText(field, before, names)} → ${after}`;
    });
    const name = displayText(change?.name ?? change?.code ?? id);
    const item = new vscode.TreeItem(name);
    item.id = `${record.header.id}/${id}`;
    item.description = [title(), ...fields].map(displayText).join(' · ');
    item.tooltip = [name, title(), ...outcomeLines(outcome, names), ...fields, id]
      .map(displayText)
      .join('\n');
    item.iconPath = new vscode.ThemeIcon(icon);
    item.contextValue = 'label';
    item.command = {
      command: commandIds.editLabel,
      title: vscode.l10n.t('Open'),
      arguments: [row],
    };
    return item;
  }

  #accountOf({ header }: RunRecord): string {
    const { baseUrl, id, tenantId, userId } = header.account;
    const account = this.#options.accounts.find(id);
    return accountText(
      account ?? { label: `${tenantId} · ${userId}`, connectionName: new URL(baseUrl).host },
    );
  }
}

/** The label that a row of the view stands for, as far as a change knows it; undefined if none. */
export function labelOfChangesRow(
  row: unknown,
): { readonly accountId: AccountId; readonly label: Label } | undefined {
  if (!(row instanceof ChangedLabelRow)) {
    return undefined;
  }
  const { id, record } = row;
  const { code: labelCode, name: labelName } = record.changes.get(id) ?? {};
  const label: Label = { id, labelCode, labelName, record: { id } };
  return { accountId: record.header.account.id, label };
}

/** The run that a command is called for: its id, or its row. Empty if it is called for none. */
export function runIdOf(argument: unknown): string {
  if (typeof argument === 'string') {
    return argument;
  }
  const isRow = typeof argument === 'object' && argument !== null && 'record' in argument;
  return isRow && argument.record instanceof RunRecord ? argument.record.header.id : '';
}
