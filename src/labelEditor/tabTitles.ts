import path from 'node:path';
import * as vscode from 'vscode';
import { allTabs } from '../commands/openDocuments.ts';
import { labelFileEnding } from '../core/account/labelAddress.ts';

/**
 * Returns the titles under which `uri` can be edited at present and that say anything but its name and its folder:
 * programs open tabs with any title, and a setting of the user can add the folder. One is that of the active tab, if the
 * text editor stands in a tab of something else, as a peek does, whose heading programs can choose as well.
 */
export function foreignTitles(uri: vscode.Uri): readonly string[] {
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

/** Returns whether a tab shows `uri`. Of one with several comparisons, VS Code names only those of two sides. */
function showsOrMayShow({ input, isActive }: vscode.Tab, uri: vscode.Uri): boolean {
  const isOfSeveral = typeof input === 'object' && input !== null && 'textDiffs' in input;
  return (
    (isOfSeveral && isActive) || urisIn(input).some((each) => each.toString() === uri.toString())
  );
}

/**
 * Returns what a tab's title says besides the names of `uri`. That of another document in it, as in a comparison, says
 * anything: programs name their documents as they like.
 */
function withoutNames(tab: vscode.Tab, uri: vscode.Uri): string {
  const names = [
    path.posix.basename(uri.path),
    path.posix.basename(uri.path, labelFileEnding),
    path.posix.basename(path.posix.dirname(uri.path)),
  ];
  return names.reduce((title, name) => title.replaceAll(name, ''), tab.label);
}

/** Returns the URIs in the input of a tab, also of kinds of which VS Code's API says nothing. */
function urisIn(input: unknown): readonly vscode.Uri[] {
  if (input instanceof vscode.Uri) {
    return [input];
  }
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(urisIn) : [];
}
