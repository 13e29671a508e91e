import * as vscode from 'vscode';
import { activeDocuments, allTabs, documentsOf } from '../commands/tabDocuments.ts';

/** The document `uri`, if it is open. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((each) => each.uri.toString() === key);
}

/**
 * Whether a tab shows the document `uri` as not saved. The document's own `isDirty` is false after each
 * save, even where somebody has typed meanwhile.
 */
export function hasDirtyTab(uri: vscode.Uri): boolean {
  return allTabs().some((tab) => tab.isDirty && documentsOf(tab).some(isDocument(uri)));
}

/** Whether the active tab shows the document `uri`. */
export function isInActiveTab(uri: vscode.Uri): boolean {
  return activeDocuments().some(isDocument(uri));
}

function isDocument(uri: vscode.Uri): (each: vscode.Uri) => boolean {
  const key = uri.toString();
  return (each) => each.toString() === key;
}
