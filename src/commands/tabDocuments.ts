import * as vscode from 'vscode';

/** All tabs of the window. */
export function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/** Returns the URIs of the documents that a tab shows: one, the two sides of a comparison, or none. */
export function documentsOf({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) {
    return [input.original, input.modified];
  }
  const isOfOne = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return isOfOne ? [input.uri] : [];
}

/** Returns the URIs of the documents that the active tab shows; none where no editor is open. */
export function activeDocuments(): readonly vscode.Uri[] {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab === undefined ? [] : documentsOf(activeTab);
}
