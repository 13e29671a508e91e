import * as vscode from 'vscode';
import { labelScheme } from '../core/account/labelAddress.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { labelFormViewType } from '../ids.ts';
import type { LabelEditorOptions } from './labelEditor.ts';
import { labelOpener, type OpenLabel } from './openLabel.ts';

interface RegisterLabelEditorOptions extends Omit<LabelEditorOptions, 'openLabel' | 'formAssets'> {
  /** Where the built form is. */
  readonly formFolder: string;
}

/** The label editor, once VS Code knows of it. */
export interface RegisteredLabelEditor extends Disposable {
  readonly openLabel: OpenLabel;
  /** Loads what a label is shown with, unless it is there. */
  readonly load: () => Promise<unknown>;
}

/**
 * Registers the file system of labels and the label form with VS Code. Nothing else is loaded until
 * one of them is used.
 */
export function registerLabelEditor(options: RegisterLabelEditorOptions): RegisteredLabelEditor {
  const disposables = new DisposableStore();
  const onDidChangeFile = disposables.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  const parts = new LazyValue(async () => {
    const [{ LabelEditor }, { readLabelFormAssets }] = await Promise.all([
      import('./labelEditor.ts'),
      import('./labelFormPage.ts'),
    ]);
    return { LabelEditor, formAssets: await readLabelFormAssets(options.formFolder) };
  });
  const editor = new LazyValue(async () => {
    const { LabelEditor, formAssets } = await parts.get();
    return disposables.add(
      new LabelEditor({ ...options, openLabel, formAssets }, (changes) =>
        onDidChangeFile.fire(changes),
      ),
    );
  });
  const openLabel = labelOpener({
    ...options,
    readAhead: (uri) => {
      void editor
        .get()
        .then(async ({ files }) => await files.readAhead(uri))
        // What fails here fails again where VS Code asks, which shows it.
        .catch(() => undefined);
    },
  });
  disposables.add(
    vscode.workspace.registerFileSystemProvider(
      labelScheme,
      {
        onDidChangeFile: onDidChangeFile.event,
        // Every open label is watched anyway.
        watch: () => new vscode.Disposable(() => undefined),
        stat: async (uri) => await (await editor.get()).files.stat(uri),
        readDirectory: () => [],
        createDirectory: refuse,
        readFile: async (uri) => await (await editor.get()).files.readFile(uri),
        writeFile: async (uri, content) => {
          await (await editor.get()).files.writeFile(uri, content);
        },
        delete: refuse,
        rename: refuse,
      },
      { isCaseSensitive: true },
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
      { supportsMultipleEditorsPerDocument: true },
    ),
  );
  return {
    openLabel,
    load: async () => await parts.get(),
    dispose: () => disposables.dispose(),
  };
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions(
    vscode.l10n.t('Labels cannot be created, renamed or deleted here.'),
  );
}
