import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import { notify } from '../commands/notify.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { FileError } from '../core/errors/fileError.ts';
import type { ChangeJournal } from '../core/labels/changes/journal.ts';
import type { RunRecord } from '../core/labels/changes/runRecord.ts';
import { resultText } from '../core/labels/exchange/labelChangesText.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { contextKeys } from '../ids.ts';
import { accountOfRun } from './accountText.ts';
import type { ChangesRow } from './changesRows.ts';
import type { ChangesRuns } from './changesRuns.ts';
import { ChangesTreeDataProvider } from './changesTreeDataProvider.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';

/** What VS Code shows the view Changes in. */
export interface ChangesTree {
  readonly view: vscode.TreeView<ChangesRow>;
  /** Has VS Code ask for rows again; for all of them, if for none in particular. */
  readonly showAgain: (rows: ChangesRow[] | undefined) => void;
}

interface ChangesViewOptions {
  readonly accounts: LabelAccounts;
  readonly clock: Clock;
  readonly journal: ChangeJournal;
  readonly runs: Pick<ChangesRuns, 'sendAgain'>;
  readonly texts: ReadOnlyTexts;
  readonly tree: ChangesTree;
  readonly log: Log;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
}

/** The view of all runs, newest first, with what came of each label. */
export class ChangesView implements Disposable {
  readonly #options: ChangesViewOptions;
  readonly #disposables = new DisposableStore();
  /** What VS Code asks for the rows. */
  readonly rows: ChangesTreeDataProvider;
  /** What VS Code was told. */
  #isEmpty: boolean | undefined;

  constructor(options: ChangesViewOptions) {
    this.#options = options;
    const { accounts, tree } = options;
    this.rows = this.#disposables.add(
      new ChangesTreeDataProvider({
        ...options,
        isVisible: () => tree.view.visible,
        showWhetherEmpty: (isEmpty) => this.#showWhetherEmpty(isEmpty),
      }),
    );
    this.#disposables.add(this.rows.onDidChangeTreeData(tree.showAgain));
    // Out of sight nothing is looked at.
    this.#disposables.add(tree.view.onDidChangeVisibility(() => this.update()));
    // Rows say whose labels they are, as accounts are called by now.
    this.#disposables.add(accounts.onDidChange(() => this.update()));
    // Accounts may be known already, and the rows be in sight.
    this.update();
  }

  /** Shows what has happened since, soon. */
  update(): void {
    this.rows.update();
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
      accountOfRun(record, this.#options.accounts),
      formatNumber(count),
    );
    if (count > 0 && (await notify('warning', question, [send])) === send) {
      await this.#options.runs.sendAgain(id, 'overConflicts');
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
    this.#disposables.dispose();
  }

  #showWhetherEmpty(isEmpty: boolean): void {
    if (isEmpty !== this.#isEmpty) {
      this.#isEmpty = isEmpty;
      void vscode.commands.executeCommand('setContext', contextKeys.noChanges, isEmpty);
    }
  }

  async #runs(): Promise<readonly RunRecord[]> {
    return await this.#options.journal.runs();
  }
}
