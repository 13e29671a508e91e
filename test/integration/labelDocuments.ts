import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod';
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
  const end = document.positionAt(start + quoted.length);
  await replace(document, new vscode.Range(document.positionAt(start), end), JSON.stringify(after));
}

/** Makes `text` the text of the document. */
export async function replaceAll(document: vscode.TextDocument, text: string): Promise<void> {
  const end = document.positionAt(document.getText().length);
  await replace(document, new vscode.Range(document.positionAt(0), end), text);
}

async function replace(
  document: vscode.TextDocument,
  range: vscode.Range,
  text: string,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  assert.equal(await vscode.workspace.applyEdit(edit), true);
}

/** The name of the label by the document's text. */
export function nameIn(document: vscode.TextDocument): unknown {
  return z.looseObject({ labelName: z.string() }).parse(JSON.parse(document.getText())).labelName;
}

/** Throws away what is not saved, and closes all editors. */
export async function closeWithoutSaving(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.files.revert');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
