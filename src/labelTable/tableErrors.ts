import * as vscode from 'vscode';
import { countText } from '../commands/formatNumber.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { fileSystemError } from '../surfaces/fileSystemError.ts';

/** Error for a `uri` that is not the address of a table. */
export function noTableAddress(uri: vscode.Uri): vscode.FileSystemError {
  return fileSystemError(
    'FileNotFound',
    vscode.l10n.t('This is not the address of a table of labels: {0}', uri.path),
  );
}

/** Error for a table whose base, the labels that it was opened with, is not stored. */
export function tableNotStored(): vscode.FileSystemError {
  return fileSystemError('FileNotFound', tableNotStoredText());
}

/** Message for a table whose base, the labels that it was opened with, is not stored. */
export function tableNotStoredText(): string {
  return vscode.l10n.t(
    'The values that this table was opened with are no longer stored, so nothing can be sent. Open the labels as a new table, and copy your changes to it.',
  );
}

/** Error for a table whose account is not signed in. */
export function tableSignedOut(): vscode.FileSystemError {
  return fileSystemError(
    'NoPermissions',
    vscode.l10n.t('Nothing was sent: sign in to the account of this table again.'),
  );
}

/** Error for a table that is being saved already. */
export function tableBeingSaved(): vscode.FileSystemError {
  return fileSystemError('Unavailable', tableBeingSavedText());
}

/** Message for a table that is being saved. */
export function tableBeingSavedText(): string {
  return vscode.l10n.t('The changes of this table are being reviewed or sent.');
}

/** Error for a table with problems. */
export function tableHasProblems(): vscode.FileSystemError {
  return fileSystemError(
    'Unavailable',
    vscode.l10n.t('Nothing was sent: correct the rows with problems first.'),
  );
}

/** Error for a save that has sent nothing, with sentences about the reasons. */
export function nothingSent(reasons: readonly string[] = []): vscode.FileSystemError {
  return fileSystemError(
    'Unavailable',
    joinSentences([vscode.l10n.t('Nothing was sent.'), ...reasons]),
  );
}

/** Error for a save that leaves changes of this number of labels in the table. */
export function labelsLeft(labels: number): vscode.FileSystemError {
  return fileSystemError(
    'Unavailable',
    countText(labels, {
      one: (count) =>
        vscode.l10n.t('{0} label is not saved yet. Its changes are still in the table.', count),
      other: (count) =>
        vscode.l10n.t('{0} labels are not saved yet. Their changes are still in the table.', count),
    }),
  );
}
