import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { registerLazyFileSystem } from '../commands/lazyFileSystem.ts';
import type { AccountId } from '../core/account/account.ts';
import { tableScheme } from '../core/account/tableAddress.ts';
import type { Label } from '../core/api/label.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { labelTableViewType } from '../ids.ts';
import type { LabelTableOptions } from './labelTableParts.ts';
import type { ShownTable } from './tableEditor.ts';

interface RegisterLabelTableOptions extends LabelTableOptions {
  /** Folder of the built grid. */
  readonly gridFolder: string;
  readonly statusNames: () => StatusNames;
  /** State of the open tables that survives a reload of the window: `workspaceState`. */
  readonly memento: vscode.Memento;
}

/** The registered tables of labels. */
export interface RegisteredLabelTable extends Disposable {
  /**
   * Opens labels of an account as a table with this title. Throws `StorageError`, and `UnusableFileError` for too
   * many labels.
   */
  readonly openTable: (
    account: LabelAccount,
    title: string,
    labels: readonly Label[],
  ) => Promise<void>;
  /** Deletes the bases of an account's tables, except those that are open. Never rejects. */
  readonly forget: (account: AccountId) => Promise<void>;
}

/** Registers the file system of tables with VS Code. Everything else is loaded on first use. */
export function registerLabelTable(options: RegisterLabelTableOptions): RegisteredLabelTable {
  const disposables = new DisposableStore();
  const onDidChangeFile = disposables.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  const parts = new LazyValue(async () => {
    const { LabelTableParts } = await import('./labelTableParts.ts');
    return disposables.add(
      new LabelTableParts(options, (changes) => onDidChangeFile.fire(changes)),
    );
  });
  disposables.add(
    registerLazyFileSystem(
      tableScheme,
      async () => (await parts.get()).files,
      onDidChangeFile.event,
      () => vscode.l10n.t('Tables of labels cannot be created, renamed or deleted as files.'),
    ),
  );
  const editor = new LazyValue(async () => {
    const [{ showTable }, { readWebviewAssets }, { tables }] = await Promise.all([
      import('./tableEditor.ts'),
      import('../webview/webviewPage.ts'),
      parts.get(),
    ]);
    const assets = await readWebviewAssets(options.gridFolder);
    return async (shown: ShownTable) => await showTable(shown, { ...options, assets, tables });
  });
  disposables.add(
    vscode.window.registerCustomEditorProvider(
      labelTableViewType,
      {
        resolveCustomTextEditor: async (document, panel) => {
          const show = await editor.get();
          await show({ document, panel });
        },
      },
      {
        supportsMultipleEditorsPerDocument: true,
        // A reloaded page starts at the first row, and takes longer to show.
        webviewOptions: { retainContextWhenHidden: true },
      },
    ),
  );
  const load = (document: vscode.TextDocument): void => {
    if (document.uri.scheme === tableScheme) {
      // A failure recurs when VS Code loads the document, and is shown then.
      parts.get().catch(() => undefined);
    }
  };
  // A table with unsaved changes is restored without a read, so it is loaded here.
  disposables.add(vscode.workspace.onDidOpenTextDocument(load));
  vscode.workspace.textDocuments.forEach(load);
  return {
    openTable: async (account, title, labels) => {
      const { tables } = await parts.get();
      const uri = await tables.create(account, title, labels);
      void tables.trim();
      await vscode.commands.executeCommand('vscode.open', uri);
    },
    forget: async (account) => {
      try {
        await (await parts.get()).tables.forget(account);
      } catch (error) {
        options.log.warn(`The tables of an account could not be deleted: ${reasonOf(error)}`);
      }
    },
    dispose: () => disposables.dispose(),
  };
}
