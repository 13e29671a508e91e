import path from 'node:path';
import * as vscode from 'vscode';
import { allTabs, documentsOf } from '../commands/openDocuments.ts';

/** Scheme of the side of VS Code's own comparison, in a save conflict, that shows the file. */
const conflictScheme = 'conflictResolution';

/**
 * Returns the titles of the tabs that show `uri`, unless made of file names alone: programs open tabs with any
 * title. `isInConflict`: leaves out VS Code's comparison in a save conflict, whose title depends on its language.
 */
export function foreignTitles(uri: vscode.Uri, isInConflict: boolean): readonly string[] {
  const key = uri.toString();
  return allTabs()
    .filter((tab) => urisIn(tab.input).some((each) => each.toString() === key))
    .filter((tab) => !(isInConflict && documentsOf(tab)[0]?.scheme === conflictScheme))
    .filter((tab) => tab.label !== ownTitle(tab))
    .map(({ label }) => label);
}

/** Returns the title that VS Code gives a tab itself; empty if it shows neither a document nor a comparison. */
function ownTitle(tab: vscode.Tab): string {
  return documentsOf(tab)
    .map((uri) => path.posix.basename(uri.path))
    .join(' ↔ ');
}

/** Returns the URIs in the input of a tab, also of kinds of which VS Code's API says nothing. */
function urisIn(input: unknown): readonly vscode.Uri[] {
  if (input instanceof vscode.Uri) {
    return [input];
  }
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(urisIn) : [];
}
