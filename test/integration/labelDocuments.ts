import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './eventually.ts';

/** Opens the form of a label; returns its document. */
export async function openForm(uri: vscode.Uri): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand('vscode.open', uri);
  return await eventually(() => {
    const document = vscode.workspace.textDocuments.find(
      (each) => each.uri.toString() === uri.toString(),
    );
    assert.ok(document);
    return document;
  });
}

/** Replaces a text that stands in the document in quotation marks. */
export async function replaceText(
  document: vscode.TextDocument,
  before: string | null | undefined,
  after: string,
): Promise<void> {
  const quoted = JSON.stringify(before);
  const start = document.getText().indexOf(quoted);
  assert.notEqual(start, -1);
  const range = new vscode.Range(
    document.positionAt(start),
    document.positionAt(start + quoted.length),
  );
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, JSON.stringify(after));
  assert.equal(await vscode.workspace.applyEdit(edit), true);
}

/** Throws away what is not saved, and closes all editors. */
export async function closeWithoutSaving(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.files.revert');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
