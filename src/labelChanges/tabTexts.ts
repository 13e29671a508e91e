import * as vscode from 'vscode';

/** The address of a comparison's changed side, where the tab is one. */
export function changedSideOf({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}

/** The addresses of the texts that a tab shows: one, or the two sides of a comparison. */
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
