import path from 'node:path';
import * as vscode from 'vscode';
import { allTabs } from '../commands/openDocuments.ts';
import { labelFileEnding } from '../core/account/labelAddress.ts';

/**
 * Returns the titles of the tabs in which `uri` can currently be edited, if they contain words other than its
 * name and its folder: programs can open tabs with any title, and a user setting can add the folder to a
 * title. Includes the title of the active tab if the active text editor is embedded in the tab of another
 * document, such as a peek, whose heading programs can choose, too.
 */
export function otherTitles(uri: vscode.Uri): readonly string[] {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const isElsewhere =
    isEmbedded(uri) && (activeTab === undefined || !showsOrMayShow(activeTab, uri));
  return [
    ...(isElsewhere ? [activeTab?.label ?? ''] : []),
    ...allTabs()
      .filter((tab) => showsOrMayShow(tab, uri))
      .filter((tab) => /[\p{L}\p{N}]/u.test(withoutNames(tab, uri)))
      .map(({ label }) => label),
  ];
}

/** Returns whether the active text editor shows `uri` and is part of another editor, such as a peek or a diff. */
function isEmbedded(uri: vscode.Uri): boolean {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.uri.toString() === uri.toString() && editor.viewColumn === undefined;
}

/**
 * Returns whether a tab shows `uri`, or may show it: for a tab with several comparisons, VS Code's API lists
 * only those that have two sides.
 */
function showsOrMayShow({ input, isActive }: vscode.Tab, uri: vscode.Uri): boolean {
  const isOfSeveral = typeof input === 'object' && input !== null && 'textDiffs' in input;
  return (
    (isOfSeveral && isActive) || urisIn(input).some((each) => each.toString() === uri.toString())
  );
}

/**
 * Returns a tab's title without the names of `uri`. Names of other documents in the tab, such as the other
 * side of a comparison, remain: programs can name their documents as they like.
 */
function withoutNames(tab: vscode.Tab, uri: vscode.Uri): string {
  const names = [
    path.posix.basename(uri.path),
    path.posix.basename(uri.path, labelFileEnding),
    path.posix.basename(path.posix.dirname(uri.path)),
  ];
  return names.reduce((title, name) => title.replaceAll(name, ''), tab.label);
}

/** Returns the URIs in the input of a tab, even if VS Code's API does not declare that kind of input. */
function urisIn(input: unknown): readonly vscode.Uri[] {
  if (input instanceof vscode.Uri) {
    return [input];
  }
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(urisIn) : [];
}
