import * as vscode from 'vscode';

/** All tabs of the window. */
export function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/** Returns the URIs of the documents in a tab: one, both sides of a comparison, or none. */
export function documentsOf({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) {
    return [input.original, input.modified];
  }
  const isOfOne = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return isOfOne ? [input.uri] : [];
}

/** Returns the URIs of the visible documents: those of the active tab of each group. */
function visibleDocuments(): readonly vscode.Uri[] {
  return vscode.window.tabGroups.all.flatMap(({ activeTab }) =>
    activeTab === undefined ? [] : documentsOf(activeTab),
  );
}

/**
 * Returns the URIs of the documents in the active tab; empty if no editor is open. Use this only for commands
 * run from the Command Palette: if VS Code passes a URI, or a panel is known, the active tab may be a
 * different one, for example with floating windows.
 */
export function activeDocuments(): readonly vscode.Uri[] {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab === undefined ? [] : documentsOf(activeTab);
}

/** Returns the URIs of open documents, including those of tabs that VS Code has not loaded yet. */
export function openDocuments(): ReadonlySet<string> {
  const documents = vscode.workspace.textDocuments.map(({ uri }) => uri);
  return new Set([...documents, ...allTabs().flatMap(documentsOf)].map(String));
}

/** Returns the document `uri`, if open. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((each) => each.uri.toString() === key);
}

/**
 * Returns whether a tab shows the document `uri` as unsaved. The document's own `isDirty` is false after each
 * save, even if the user typed during the save.
 */
export function hasDirtyTab(uri: vscode.Uri): boolean {
  return allTabs().some((tab) => tab.isDirty && documentsOf(tab).some(isDocument(uri)));
}

/** Returns whether a visible tab shows the document `uri`. */
export function isInVisibleTab(uri: vscode.Uri): boolean {
  return visibleDocuments().some(isDocument(uri));
}

/** Returns whether a tab or a visible text editor of this window shows the document `uri`. */
export function isShown(uri: vscode.Uri): boolean {
  return (
    allTabs().some((tab) => documentsOf(tab).some(isDocument(uri))) ||
    vscode.window.visibleTextEditors.some(({ document }) => isDocument(uri)(document.uri))
  );
}

/**
 * Returns whether a change may come from VS Code loading the file. While loading, the document is not dirty;
 * nor is it in the event of the first edit, so the two look alike.
 */
export function mayBeFileLoad({ document, reason }: vscode.TextDocumentChangeEvent): boolean {
  return reason === undefined && !document.isDirty;
}

function isDocument(uri: vscode.Uri): (each: vscode.Uri) => boolean {
  const key = uri.toString();
  return (each) => each.toString() === key;
}
