import * as vscode from 'vscode';
import type { RunSummary } from '../core/labels/changes/journal/runSummary.ts';
import { isUndoOrRedo } from '../core/labels/changes/plan/changeSet.ts';
import type { UndoRedoDirection } from '../core/labels/undoRedoDirection.ts';
import { displayText } from '../core/text/displayText.ts';
import { innerQuotes } from '../core/text/innerQuotes.ts';

/** Title of a run within quotation marks. */
export function quotedTitle(run: RunSummary): string {
  return innerQuotes(displayText(run.title));
}

/** Title of a run, for use in a sentence. */
export function runTitle(run: RunSummary): string {
  const { origin } = run.header;
  return isUndoOrRedo(origin)
    ? undoRedoTitle(origin, run)
    : vscode.l10n.t('“{0}”', quotedTitle(run));
}

/** Title of an undo or a redo of a run. */
export function undoRedoTitle(direction: UndoRedoDirection, run: RunSummary): string {
  const title = quotedTitle(run);
  return direction === 'undo'
    ? vscode.l10n.t('Undo “{0}”', title)
    : vscode.l10n.t('Redo “{0}”', title);
}
