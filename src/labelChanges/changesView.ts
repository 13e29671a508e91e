import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import { notify } from '../commands/notify.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { LazyValue } from '../core/async/lazyValue.ts';
import { FileError } from '../core/errors/fileError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { ChangeJournal } from '../core/labels/changes/journal.ts';
import type { RunRecord } from '../core/labels/changes/runRecord.ts';
import { canUndo } from '../core/labels/changes/undo.ts';
import { resultText } from '../core/labels/exchange/labelChangesText.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { viewIds } from '../ids.ts';
import { accountText } from './accountText.ts';
import { RunRow, rowsBelow, type ChangesRow } from './changesRows.ts';
import type { ChangesRuns } from './changesRuns.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';

interface ChangesViewOptions {
  readonly accounts: LabelAccounts;
  readonly journal: ChangeJournal;
  readonly changes: LazyValue<{ readonly runs: ChangesRuns }>;
  readonly texts: ReadOnlyTexts;
  readonly log: Log;
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
  #isWatching = false;

  readonly onDidChangeTreeData = this.#onDidChange.event;

  constructor(options: ChangesViewOptions) {
    this.#options = options;
    const tree = this.#disposables.add(
      vscode.window.createTreeView(viewIds.changes, { treeDataProvider: this }),
    );
    // What windows that are gone carried out has come to an end, and no file says so.
    this.#disposables.add(tree.onDidChangeVisibility(() => this.update()));
  }

  /** Shows what has happened since, soon. */
  update(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#onDidChange.fire();
    }, updatePause);
  }

  async getChildren(row?: ChangesRow): Promise<ChangesRow[]> {
    switch (row?.kind) {
      case 'run':
        return await rowsBelow(row);
      case 'range':
        return row.labels();
      case 'label':
      case 'remedy':
        return [];
      case undefined:
        return await this.#runRows();
    }
  }

  getTreeItem(row: ChangesRow): vscode.TreeItem {
    return row.kind === 'label' ? row.treeItem(this.#options.statusNames()) : row.treeItem();
  }

  /** Shows the conflicts of a run, and asks whether to send its changes over them. */
  async showConflicts(id: string): Promise<void> {
    const record = (await this.#runs()).find(({ header }) => header.id === id);
    if (record === undefined) {
      return;
    }
    const names = this.#options.statusNames();
    await this.#options.texts.show(
      vscode.l10n.t('Conflicts'),
      await resultText(record, names, formatNumber),
    );
    const count = record.counts.conflict;
    const send = vscode.l10n.t('Send Anyway');
    const question = vscode.l10n.t(
      '{0}: Labels that somebody else has changed: {1}. Replace their values?',
      this.#accountOf(record),
      formatNumber(count),
    );
    if (count > 0 && (await notify('warning', question, [send])) === send) {
      const { runs } = await this.#options.changes.get();
      await runs.sendAgain(id, 'overConflicts');
    }
  }

  /** Writes a run, or all of them, to a CSV file that the user chooses. Throws `FileError` and `StorageError`. */
  async export(id: string): Promise<void> {
    const runs = (await this.#runs()).filter(({ header }) => id === '' || header.id === id);
    const target = await vscode.window.showSaveDialog({
      title: vscode.l10n.t('Export Changes'),
      defaultUri: vscode.Uri.joinPath(vscode.Uri.file(homedir()), 'changes.csv'),
      filters: { CSV: ['csv'] },
    });
    if (target !== undefined) {
      const { changesCsv } = await import('../core/labels/exchange/changesCsv.ts');
      const content = new TextEncoder().encode(await changesCsv(runs));
      try {
        await vscode.workspace.fs.writeFile(target, content);
      } catch (error) {
        throw new FileError('write', { cause: error });
      }
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }

  async #runs(): Promise<readonly RunRecord[]> {
    return await this.#options.journal.runs();
  }

  async #runRows(): Promise<ChangesRow[]> {
    const { journal } = this.#options;
    await this.#watch();
    const runs = await this.#runs();
    const rows = runs.map(async (record) => {
      const isUnderWay = await journal.isUnderWay(record);
      const account = this.#accountOf(record);
      return new RunRow(record, { account, isUnderWay, isUndoable: canUndo(record, runs) });
    });
    return (await Promise.all(rows)).toReversed();
  }

  /** From the first time on that the view is shown, it shows what other windows do, too. */
  async #watch(): Promise<void> {
    if (this.#isWatching) {
      return;
    }
    this.#isWatching = true;
    try {
      this.#disposables.add(await this.#options.journal.watch(() => this.update()));
    } catch (error) {
      this.#options.log.warn(`Changes in other windows are not shown: ${reasonOf(error)}`);
    }
  }

  #accountOf({ header }: RunRecord): string {
    const { baseUrl, id, tenantId, userId } = header.account;
    const account = this.#options.accounts.find(id);
    return accountText(
      account ?? { label: `${tenantId} · ${userId}`, place: new URL(baseUrl).host },
    );
  }
}
