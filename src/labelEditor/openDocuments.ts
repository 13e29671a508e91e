import * as vscode from 'vscode';

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
  const key = uri.toString();
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(({ input, isDirty }) => isDirty && urisOf(input).some((each) => each.toString() === key));
}

/** Whether the active tab shows the document `uri`. */
export function isInActiveTab(uri: vscode.Uri): boolean {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  return urisOf(input).some((each) => each.toString() === uri.toString());
}

function urisOf(input: unknown): vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) {
    return [input.original, input.modified];
  }
  const isOfOne = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return isOfOne ? [input.uri] : [];
}
