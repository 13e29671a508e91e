import * as vscode from 'vscode';
import { rangeOf } from '../commands/textRange.ts';
import type { TextReplacement } from '../core/labels/document/labelDocumentEdit.ts';

/** Replaces spans of a document's text in one undo step. Returns false if VS Code refuses. */
export async function replaceSpans(
  document: vscode.TextDocument,
  changes: readonly TextReplacement[],
): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    document.uri,
    changes.map((change) => vscode.TextEdit.replace(rangeOf(document, change), change.content)),
  );
  return await vscode.workspace.applyEdit(edit);
}
