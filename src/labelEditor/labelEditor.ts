import * as vscode from 'vscode';
import { systemClock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LabelDocumentVersions } from '../core/labels/document/labelDocumentVersions.ts';
import { settingIds } from '../ids.ts';
import { LabelDiagnostics } from './labelDiagnostics.ts';
import { LabelDocumentEditor } from './labelDocumentEditor.ts';
import type { LabelFile } from './labelFile.ts';
import { LabelFileSystem } from './labelFileSystem.ts';
import { LabelForm } from './labelForm.ts';
import { LabelTextHelp } from './labelTextHelp.ts';
import { labelUri, openLabelUri, type LabelRow } from './labelUri.ts';
import type { LabelEditorOptions } from './registerLabelEditor.ts';

/** Everything about labels as documents: files, forms and diagnostics. */
export class LabelEditor implements Disposable {
  readonly files: LabelFileSystem;
  readonly #options: LabelEditorOptions;
  readonly #disposables = new DisposableStore();
  readonly #editors = new Map<string, LabelDocumentEditor>();
  readonly #forms = new Set<LabelForm>();

  constructor(options: LabelEditorOptions, announce: (changes: vscode.FileChangeEvent[]) => void) {
    this.#options = options;
    const { accounts, log, memento } = options;
    const ended = new AbortController();
    this.#disposables.add({ dispose: () => ended.abort() });
    const versions = new LabelDocumentVersions(memento, systemClock);
    this.files = this.#disposables.add(
      new LabelFileSystem(
        { accounts, versions, clock: systemClock, log, signal: ended.signal },
        announce,
      ),
    );
    this.#disposables.add(new LabelDiagnostics(this.files));
    this.#disposables.add(new LabelTextHelp(options.statusNames));
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#editors.get(uri.toString())?.dispose();
        this.#editors.delete(uri.toString());
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

  /** The document of a label: the one that is open already, if any. */
  addressOf(row: LabelRow): vscode.Uri {
    return openLabelUri(row.accountId, row.labelId) ?? labelUri(row);
  }

  /** Fills `panel` with the form of `document`, until the panel is closed. */
  showForm(document: vscode.TextDocument, panel: vscode.WebviewPanel): void {
    const file = this.files.file(document.uri);
    if (file === undefined) {
      throw new Error(vscode.l10n.t('This is not the address of a label: {0}', document.uri.path));
    }
    const { extensionUri, log, statusNames } = this.#options;
    const form = new LabelForm({
      document,
      panel,
      file,
      editor: this.#editorOf(document),
      account: () => this.#accountOf(file),
      statusNames,
      extensionUri,
      log,
      openAsJson: async () => {
        await vscode.commands.executeCommand('vscode.openWith', document.uri, 'default');
      },
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

  #editorOf(document: vscode.TextDocument): LabelDocumentEditor {
    const key = document.uri.toString();
    const known = this.#editors.get(key);
    if (known !== undefined) {
      return known;
    }
    const editor = new LabelDocumentEditor(document, this.#options.log);
    this.#editors.set(key, editor);
    return editor;
  }
}
