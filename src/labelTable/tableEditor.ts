import { posix } from 'node:path';
import * as vscode from 'vscode';
import { isShown } from '../commands/openDocuments.ts';
import { tableFileEnding } from '../core/account/tableAddress.ts';
import { DisposableStore } from '../core/async/disposable.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { labelTableViewType } from '../ids.ts';
import { GridPanel } from '../labelGrid/gridPanel.ts';
import type { KeptText } from '../labelGrid/protocol.ts';
import { notify } from '../surfaces/notify.ts';
import type { WebviewAssets } from '../webview/webviewPage.ts';
import { EditedTextDocument } from './editedTextDocument.ts';
import type { LabelTables } from './labelTables.ts';
import { PageChanges } from './pageChanges.ts';
import { lostTextMessage, resumedEdits } from './resumedTexts.ts';
import { TableEdits } from './tableEdits.ts';
import { TableGrid } from './tableGrid.ts';

/** Dependencies of the table editor. */
export interface TableEditorOptions {
  readonly tables: Pick<LabelTables, 'open'>;
  /** Built page of the grid. */
  readonly assets: WebviewAssets;
  readonly statusNames: () => StatusNames;
  /** State of the open pages that survives a reload of the window: `workspaceState`. */
  readonly memento: vscode.Memento;
  readonly log: Log;
}

/** Editor of a table, as VS Code opens it. */
export interface ShownTable {
  readonly document: vscode.TextDocument;
  readonly panel: vscode.WebviewPanel;
}

/**
 * Shows the table of a document as a grid in a panel, until the panel closes. Throws `FileSystemError` if there is
 * no such table.
 */
export async function showTable(
  { document, panel }: ShownTable,
  { assets, log, memento, statusNames, tables }: TableEditorOptions,
): Promise<void> {
  const closing = new AbortController();
  const ofPanel = new DisposableStore();
  const ofDocument = new DisposableStore();
  const changes = new PageChanges({ store: memento, log });
  let grid: TableGrid | undefined;
  const close = async (): Promise<void> => {
    closing.abort();
    ofPanel.dispose();
    changes.close();
    try {
      const cell = grid?.draftedCell;
      if (isShown(document.uri)) {
        await grid?.commitDraft();
      } else if (cell !== undefined) {
        await reopenWithCell(document.uri, cell, tables);
      }
    } finally {
      ofDocument.dispose();
    }
  };
  panel.onDidDispose(() => {
    close().catch((error: unknown) => {
      log.error(`The text in an open cell could not be kept: ${String(error)}`);
    });
  });
  const open = await tables.open(document);
  const edited = ofDocument.add(new EditedTextDocument(document));
  const edits = ofDocument.add(new TableEdits({ document: edited, open }));
  const options = {
    title: posix.basename(document.uri.path, tableFileEnding),
    open,
    edits,
    changes,
    names: statusNames,
    isActive: () => panel.active,
    save: async () => {
      // A clean document can have changes to send, such as the undo of a change that may have reached the
      // service.
      await (document.isDirty
        ? document.save()
        : vscode.commands.executeCommand('workbench.action.files.save'));
    },
  };
  try {
    const content = ofDocument.add(await TableGrid.of(options, closing.signal));
    grid = content;
    ofPanel.add(
      vscode.workspace.onWillSaveTextDocument((event) => {
        if (event.document === document) {
          event.waitUntil(content.commitDraft());
        }
      }),
    );
    ofPanel.add(new GridPanel({ panel, content, assets, log }));
  } catch (error) {
    // `CancelledError` means that the panel was closed in the meantime.
    if (!(error instanceof CancelledError)) {
      throw error;
    }
  }
}

/**
 * Reopens a table that was closed while the user was typing in a cell, with the text in it: a click that
 * closes a tab does not take the focus from its page, and VS Code asks only about text in the document.
 * Notifies the user if this fails, or the table no longer has the cell. Throws `FileSystemError`.
 */
async function reopenWithCell(
  uri: vscode.Uri,
  text: KeptText,
  tables: Pick<LabelTables, 'open'>,
): Promise<void> {
  let isKept = false;
  try {
    isKept = await openWithCell(uri, text, tables);
  } finally {
    if (!isKept) {
      void notify('warning', lostTextMessage(text));
    }
  }
}

/** Opens the table, and applies the text; returns whether the table contains it. */
async function openWithCell(
  uri: vscode.Uri,
  text: KeptText,
  tables: Pick<LabelTables, 'open'>,
): Promise<boolean> {
  await vscode.commands.executeCommand('vscode.openWith', uri, labelTableViewType);
  const document = await vscode.workspace.openTextDocument(uri);
  const open = await tables.open(document);
  const disposables = new DisposableStore();
  const edited = disposables.add(new EditedTextDocument(document));
  const edits = disposables.add(new TableEdits({ document: edited, open }));
  let lost: readonly KeptText[] = [text];
  try {
    const isTaken = await edits.apply(async () => {
      const made = resumedEdits([text], (await open.table.ready()).model);
      ({ lost } = made);
      return made.edits;
    });
    return isTaken && lost.length === 0;
  } finally {
    disposables.dispose();
  }
}
