import * as vscode from 'vscode';
import { registerLazyFileSystem } from '../commands/lazyFileSystem.ts';
import { labelScheme } from '../core/account/labelAddress.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { labelFormViewType } from '../ids.ts';
import type { LabelEditorOptions } from './labelEditor.ts';
import { labelOpener, showLabelDocument, targetLabelUri, type OpenLabel } from './openLabel.ts';

interface RegisterLabelEditorOptions extends Omit<LabelEditorOptions, 'openLabel' | 'formAssets'> {
  /** Folder of the built form. */
  readonly formFolder: string;
}

/** The registered label editor. */
export interface RegisteredLabelEditor extends Disposable {
  readonly openLabel: OpenLabel;
  /**
   * Returns the label document on which a command is run: the one passed by VS Code, or the one in the active
   * editor; undefined if there is none.
   */
  readonly targetDocument: (argument: unknown) => vscode.Uri | undefined;
  /** Shows a label document as a form, with the name selected. */
  readonly openAtName: (uri: vscode.Uri) => Promise<void>;
  /** Saves the label in the active form, and opens the next one. */
  readonly saveAndNext: () => Promise<void>;
  /** Loads the code of the editor and its form, unless they are loaded. */
  readonly load: () => Promise<unknown>;
}

/** Registers the file system of labels and the label form with VS Code. Everything else is loaded on first use. */
export function registerLabelEditor(options: RegisterLabelEditorOptions): RegisteredLabelEditor {
  const disposables = new DisposableStore();
  const onDidChangeFile = disposables.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  const parts = new LazyValue(async () => {
    const [{ LabelEditor }, { readWebviewAssets }] = await Promise.all([
      import('./labelEditor.ts'),
      import('../webview/webviewPage.ts'),
    ]);
    return { LabelEditor, formAssets: await readWebviewAssets(options.formFolder) };
  });
  const editor = new LazyValue(async () => {
    const { LabelEditor, formAssets } = await parts.get();
    return disposables.add(
      new LabelEditor({ ...options, openLabel, formAssets }, (changes) =>
        onDidChangeFile.fire(changes),
      ),
    );
  });
  const focusName = (uri: vscode.Uri): void => {
    void editor
      .get()
      .then((loaded) => loaded.focusName(uri))
      // A failure recurs when VS Code loads the document, and is shown then.
      .catch(() => undefined);
  };
  const openLabel = labelOpener({
    ...options,
    focusName,
    readAhead: (uri) => {
      void editor
        .get()
        .then(async ({ files }) => await files.readAhead(uri))
        // As above.
        .catch(() => undefined);
    },
  });
  disposables.add(
    registerLazyFileSystem(
      labelScheme,
      async () => (await editor.get()).files,
      onDidChangeFile.event,
      () => vscode.l10n.t('Label files cannot be created, renamed or deleted.'),
    ),
  );
  disposables.add(
    vscode.window.registerCustomEditorProvider(
      labelFormViewType,
      {
        resolveCustomTextEditor: async (document, panel, token) => {
          const loaded = await editor.get();
          if (!token.isCancellationRequested) {
            loaded.showForm(document, panel);
          }
        },
      },
      {
        supportsMultipleEditorsPerDocument: true,
        // Reloading the page at each switch of tabs takes 150 ms; keeping it takes 0.6 MB.
        webviewOptions: { retainContextWhenHidden: true },
      },
    ),
  );
  return {
    openLabel,
    openAtName: async (uri) => {
      focusName(uri);
      await showLabelDocument(uri, 'form');
    },
    targetDocument: (argument) => targetLabelUri(argument, editor.loaded?.activeForm?.uri),
    saveAndNext: async () => await editor.loaded?.activeForm?.saveAndNext(),
    load: async () => await parts.get(),
    dispose: () => disposables.dispose(),
  };
}
