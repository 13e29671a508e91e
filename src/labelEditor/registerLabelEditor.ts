import * as vscode from 'vscode';
import { labelScheme } from '../core/account/labelAddress.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { labelFormViewType } from '../ids.ts';
import type { LabelEditorOptions } from './labelEditor.ts';

/**
 * Registers the file system of labels and the label form with VS Code. Nothing else is loaded until
 * one of them is used.
 */
export function registerLabelEditor(options: LabelEditorOptions): Disposable {
  const disposables = new DisposableStore();
  const onDidChangeFile = disposables.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  const editor = new LazyValue(async () => {
    const { LabelEditor } = await import('./labelEditor.ts');
    return disposables.add(new LabelEditor(options, (changes) => onDidChangeFile.fire(changes)));
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
  return disposables;
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions(
    vscode.l10n.t('Labels cannot be created, renamed or deleted here.'),
  );
}
