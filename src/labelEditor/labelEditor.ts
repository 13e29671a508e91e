import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { LabelUpdates } from '../accounts/labelUpdates.ts';
import { DocumentLanguage } from '../commands/documentLanguage.ts';
import { openDocuments } from '../commands/openDocuments.ts';
import { labelScheme } from '../core/account/labelAddress.ts';
import { systemClock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LabelDocumentVersions } from '../core/labels/document/labelDocumentVersions.ts';
import { TypedChains } from '../core/labels/document/typedChains.ts';
import type { RecentLabels } from '../core/labels/list/recentLabels.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { labelLanguageId, settingIds } from '../ids.ts';
import type { WebviewAssets } from '../webview/webviewPage.ts';
import { LabelDiagnostics } from './labelDiagnostics.ts';
import { LabelDocumentEditor } from './labelDocumentEditor.ts';
import type { LabelFile } from './labelFile.ts';
import { noLabelAddress } from './labelFileErrors.ts';
import { LabelFileSystem } from './labelFileSystem.ts';
import { LabelForm } from './labelForm.ts';
import { LabelFormActions } from './labelFormActions.ts';
import type { LabelSurroundings } from './labelSurroundings.ts';
import { LabelTextHelp } from './labelTextHelp.ts';
import { showLabelDocument, type OpenLabel } from './openLabel.ts';

/** Dependencies of the label editor. */
export interface LabelEditorOptions {
  readonly accounts: LabelAccounts;
  /** Values of recently opened labels, by which they are found. */
  readonly recent: RecentLabels;
  /** Opens another label. */
  readonly openLabel: OpenLabel;
  /** Neighbors of a label in the list of the Labels view. */
  readonly surroundings: LabelSurroundings;
  /** State of the open labels that survives a reload of the window: `workspaceState`. */
  readonly memento: vscode.Memento;
  /** Returns the configured status names. */
  readonly statusNames: () => StatusNames;
  readonly formAssets: WebviewAssets;
  readonly updates: LabelUpdates;
  readonly log: Log;
}

/** Labels as documents: files, forms and diagnostics. */
export class LabelEditor implements Disposable {
  readonly files: LabelFileSystem;
  readonly #options: LabelEditorOptions;
  readonly #disposables = new DisposableStore();
  readonly #editors = new Map<string, LabelDocumentEditor>();
  readonly #forms = new Set<LabelForm>();
  /** URI of the document whose form is about to open, and then focuses the name. */
  #nameAwaited: string | undefined;

  constructor(options: LabelEditorOptions, announce: (changes: vscode.FileChangeEvent[]) => void) {
    this.#options = options;
    const { accounts, log, memento, recent, updates } = options;
    const ended = new AbortController();
    this.#disposables.add({ dispose: () => ended.abort() });
    const versions = new LabelDocumentVersions(memento, openDocuments, systemClock, log);
    this.files = this.#disposables.add(
      new LabelFileSystem(
        {
          accounts,
          recent,
          versions,
          typedChains: new TypedChains(memento, log),
          agreeToSend: async (account, ...question) => {
            const { agreeToSend } = await import('./agreeToSend.ts');
            const owner = accounts.find(account);
            return await agreeToSend(owner === undefined ? '' : accountText(owner), ...question);
          },
          updates,
          clock: systemClock,
          log,
          signal: ended.signal,
        },
        announce,
        (uri) => Array.from(this.#forms).some((form) => form.isOf(uri)),
      ),
    );
    this.#disposables.add(
      new DocumentLanguage({ scheme: labelScheme, language: labelLanguageId, log }),
    );
    this.#disposables.add(new LabelDiagnostics(this.files));
    this.#disposables.add(new LabelTextHelp(options.statusNames));
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ isClosed, uri }) => {
        // A document whose language changes is closed and reopened, but stays the same (`isClosed` is false).
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

  /** The active form, in any window of VS Code; undefined if there is none. */
  get activeForm(): LabelForm | undefined {
    return Array.from(this.#forms).find((form) => form.isActive);
  }

  /** Focuses the name in the forms of a document, or in the form that is about to be opened. */
  focusName(uri: vscode.Uri): void {
    const forms = Array.from(this.#forms).filter((form) => form.isOf(uri));
    this.#nameAwaited = forms.length === 0 ? uri.toString() : undefined;
    for (const form of forms) {
      form.focusName();
    }
  }

  /** Shows the form of `document` in `panel`, until the panel is closed. */
  showForm(document: vscode.TextDocument, panel: vscode.WebviewPanel): void {
    const file = this.files.file(document.uri);
    if (file === undefined) {
      throw noLabelAddress(document.uri);
    }
    // VS Code does not read a document again for an editor if the document is already open.
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
      account: () => accounts.find(file.address.accountId),
      findByCode: async (code, signal) => {
        const account = accounts.find(file.address.accountId);
        return (await account?.repository.findByCode(code, signal)) ?? [];
      },
      statusNames,
      assets,
      log,
      openAsJson: async () =>
        await showLabelDocument(
          document.uri,
          'json',
          panel.viewColumn === undefined ? {} : { viewColumn: panel.viewColumn },
        ),
      refresh: async (use) => await this.files.refresh(document.uri, use),
    });
    this.#forms.add(form);
    if (this.#nameAwaited === document.uri.toString()) {
      this.#nameAwaited = undefined;
      form.focusName();
    }
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

  #editorOf(document: vscode.TextDocument, file: LabelFile): LabelDocumentEditor {
    const key = document.uri.toString();
    const known = this.#editors.get(key);
    if (known !== undefined) {
      return known;
    }
    const editor = new LabelDocumentEditor(document, {
      isServed: (text) => file.isServed(text),
      hasActiveForm: () =>
        Array.from(this.#forms).some((form) => form.isActive && form.isOf(document.uri)),
      onWillType: (text) => this.files.typedTexts.expect(document, text),
      log: this.#options.log,
    });
    this.#editors.set(key, editor);
    return editor;
  }
}
