import * as vscode from 'vscode';
import { labelField, type EditableField, type LabelValues } from '../core/api/labelFields.ts';
import type { LabelProblem } from '../core/labels/document/labelDifference.ts';
import { inputOfValue } from '../core/labels/document/labelDocumentEdit.ts';
import { displayText } from '../core/text/displayText.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { fileSystemError } from '../surfaces/fileSystemError.ts';

/** Error for a label that no longer exists. */
export function labelNotFound(): vscode.FileSystemError {
  return fileSystemError('FileNotFound', labelNotFoundText());
}

/** Message for a label that no longer exists. */
export function labelNotFoundText(): string {
  return vscode.l10n.t('The service no longer has this label.');
}

/** Error for a `uri` that is not the address of a label. */
export function noLabelAddress(uri: vscode.Uri): vscode.FileSystemError {
  return fileSystemError(
    'FileNotFound',
    vscode.l10n.t('This is not the address of a label: {0}', uri.path),
  );
}

/** Error for a label whose account is not signed in. */
export function notSignedIn(): vscode.FileSystemError {
  return fileSystemError(
    'NoPermissions',
    vscode.l10n.t('You are not signed in to the account of this label. Sign in again.'),
  );
}

/** Error for a label changed by somebody else between the check and the save. */
export function changedMeanwhile(): vscode.FileSystemError {
  return fileSystemError(
    'Unavailable',
    vscode.l10n.t(
      'Nothing was sent: the label was just changed in the service. Save again to compare.',
    ),
  );
}

/**
 * Error for a label changed by somebody else, if the settings at `place` prevent VS Code from asking which
 * change to keep.
 */
export function conflictPromptDisabled(place: string): vscode.FileSystemError {
  return fileSystemError(
    'Unavailable',
    vscode.l10n.t(
      'Nothing was sent: the label was changed in the service, and “files.saveConflictResolution” ({0}) keeps VS Code from asking. Choose in the form which values to keep, or remove the setting.',
      place,
    ),
  );
}

/** Error for a save that the user declined when asked. */
export function saveDeclined(): vscode.FileSystemError {
  return fileSystemError('Unavailable', vscode.l10n.t('Nothing was sent.'));
}

/** Error for a label text that cannot be saved. */
export function cannotBeSaved(problems: readonly LabelProblem[]): vscode.FileSystemError {
  const reasons = problems.map(({ field, message }) =>
    field === undefined ? message : `${displayText(field)}: ${message}`,
  );
  return fileSystemError('Unavailable', joinSentences(reasons));
}

/** Error for an accepted change that the service did not apply. */
export function valuesUnapplied(
  values: LabelValues,
  fields: readonly EditableField[],
): vscode.FileSystemError {
  return fileSystemError('Unavailable', valuesUnappliedText(values, fields));
}

/** Message for accepted changes of `fields` that the service did not apply. */
export function valuesUnappliedText(values: LabelValues, fields: readonly EditableField[]): string {
  const kept = fields.map((field) =>
    vscode.l10n.t('{0} “{1}”', labelField(field).title(), displayText(inputOfValue(values[field]))),
  );
  return vscode.l10n.t(
    'The service kept {0}. It accepted the change but did not apply it.',
    kept.join(', '),
  );
}
