import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import type { Log } from '../core/log/log.ts';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { labelFormViewType, labelScheme } from '../ids.ts';
import type { LabelRow } from './labelUri.ts';

/** What the label editor needs. */
export interface LabelEditorOptions {
  readonly accounts: LabelAccounts;
  /** Keeps what VS Code was told of the open labels over a reload of the window: `workspaceState`. */
  readonly memento: vscode.Memento;
  /** Names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
  /** The extension's own folder. */
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

/** How a label is shown. */
type LabelPresentation = 'form' | 'json';

/** The label editor, as the rest of the extension sees it. */
export interface RegisteredLabelEditor extends Disposable {
  /** Opens a label; the document that is already open for it, if any. */
  open(
    row: LabelRow,
    as: LabelPresentation,
    options?: vscode.TextDocumentShowOptions,
  ): Promise<void>;
  /** Shows an open label document the other way. */
  reopen(uri: vscode.Uri, as: LabelPresentation): Promise<void>;
}

/**
 * Registers the file system of labels and the label form with VS Code. Nothing else is loaded until
 * one of them is used.
 */
export function registerLabelEditor(options: LabelEditorOptions): RegisteredLabelEditor {
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
  return {
    open: async (row, as, showOptions) => {
      await show((await editor.get()).addressOf(row), as, showOptions);
    },
    reopen: show,
    dispose: () => disposables.dispose(),
  };
}

async function show(
  uri: vscode.Uri,
  as: LabelPresentation,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  const viewType = as === 'form' ? labelFormViewType : 'default';
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions(
    vscode.l10n.t('Labels cannot be created, renamed or deleted here.'),
  );
}
