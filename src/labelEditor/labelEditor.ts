import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { systemClock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LabelDocumentVersions } from '../core/labels/document/labelDocumentVersions.ts';
import type { RecentLabels } from '../core/labels/list/recentLabels.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { settingIds } from '../ids.ts';
import { LabelDiagnostics } from './labelDiagnostics.ts';
import { LabelDocumentDefaults } from './labelDocumentDefaults.ts';
import { LabelDocumentEditor } from './labelDocumentEditor.ts';
import type { LabelFile } from './labelFile.ts';
import { noLabelAddress } from './labelFileErrors.ts';
import { LabelFileSystem } from './labelFileSystem.ts';
import { LabelForm } from './labelForm.ts';
import { LabelFormActions } from './labelFormActions.ts';
import type { LabelFormAssets } from './labelFormPage.ts';
import type { LabelSurroundings } from './labelSurroundings.ts';
import { LabelTextHelp } from './labelTextHelp.ts';
import { showLabelDocument, type OpenLabel } from './openLabel.ts';

/** What stands around the label editor: the accounts, the view, what VS Code keeps for it. */
export interface LabelEditorOptions {
  readonly accounts: LabelAccounts;
  /** What labels are called that were opened lately: they are found by that. */
  readonly recent: RecentLabels;
  /** Opens another label. */
  readonly openLabel: OpenLabel;
  /** The list that the user sees. */
  readonly surroundings: LabelSurroundings;
  /** Keeps what VS Code knows of the open labels over a reload of the window: `workspaceState`. */
  readonly memento: vscode.Memento;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
  readonly formAssets: LabelFormAssets;
  readonly log: Log;
}

/** Everything about labels as documents: files, forms and diagnostics. */
export class LabelEditor implements Disposable {
  readonly files: LabelFileSystem;
  readonly #options: LabelEditorOptions;
  readonly #disposables = new DisposableStore();
  readonly #editors = new Map<string, LabelDocumentEditor>();
  readonly #forms = new Set<LabelForm>();

  constructor(options: LabelEditorOptions, announce: (changes: vscode.FileChangeEvent[]) => void) {
    this.#options = options;
    const { accounts, log, memento, recent } = options;
    const ended = new AbortController();
    this.#disposables.add({ dispose: () => ended.abort() });
    const versions = new LabelDocumentVersions(memento, systemClock, log);
    this.files = this.#disposables.add(
      new LabelFileSystem(
        { accounts, recent, versions, clock: systemClock, log, signal: ended.signal },
        announce,
      ),
    );
    this.#disposables.add(new LabelDocumentDefaults(log));
    this.#disposables.add(new LabelDiagnostics(this.files));
    this.#disposables.add(new LabelTextHelp(options.statusNames));
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ isClosed, uri }) => {
        // One that is given another language closes and opens again, but goes on.
        if (isClosed) {
          this.#editors.get(uri.toString())?.dispose();
          this.#editors.delete(uri.toString());
        }
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingIds.statusNames)) {
          this.#refreshNames();
        }
      }),
    );
    this.#disposables.add(accounts.onDidChange(() => this.#refreshNames()));
  }

  /** Fills `panel` with the form of `document`, until the panel is closed. */
  showForm(document: vscode.TextDocument, panel: vscode.WebviewPanel): void {
    const file = this.files.file(document.uri);
    if (file === undefined) {
      throw noLabelAddress(document.uri);
    }
    // VS Code reads a document for an editor only if it was not open in any way.
    void this.files.refresh(document.uri);
    const {
      accounts,
      formAssets: assets,
      log,
      openLabel,
      statusNames,
      surroundings,
    } = this.#options;
    const form = new LabelForm({
      document,
      panel,
      file,
      editor: this.#editorOf(document, file),
      actions: new LabelFormActions(file, surroundings, openLabel),
      account: () => this.#accountOf(file),
      findByCode: async (code, signal) => {
        const account = accounts.find(file.address.accountId);
        return (await account?.repository.findByCode(code, signal)) ?? [];
      },
      statusNames,
      assets,
      log,
      openAsJson: async () => await showLabelDocument(document.uri, 'json'),
      refresh: async (use) => await this.files.refresh(document.uri, use),
    });
    this.#forms.add(form);
    panel.onDidDispose(() => {
      this.#forms.delete(form);
      form.dispose();
    });
  }

  dispose(): void {
    this.#disposables.dispose();
    for (const part of [...this.#forms, ...this.#editors.values()]) {
      part.dispose();
    }
  }

  #refreshNames(): void {
    for (const form of this.#forms) {
      form.refreshNames();
    }
  }

  #accountOf({ address }: LabelFile): string {
    return this.#options.accounts.find(address.accountId)?.label ?? '';
  }

  #editorOf(document: vscode.TextDocument, file: LabelFile): LabelDocumentEditor {
    const key = document.uri.toString();
    const known = this.#editors.get(key);
    if (known !== undefined) {
      return known;
    }
    const isServed = (text: string): boolean => file.isServed(text);
    const editor = new LabelDocumentEditor(document, isServed, this.#options.log);
    this.#editors.set(key, editor);
    return editor;
  }
}
