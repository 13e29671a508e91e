import * as vscode from 'vscode';

/** Returns the URI of a comparison's changed side; undefined if the tab is none. */
export function changedSideOf({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}

/** Returns the URIs of the texts that a tab shows: one, or the two sides of a comparison. */
export function textsOf({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) {
    return [input.original, input.modified];
  }
  return input instanceof vscode.TabInputText ? [input.uri] : [];
}

/** All tabs of the window. */
export function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}
