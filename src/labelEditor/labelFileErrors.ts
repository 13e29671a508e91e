import * as vscode from 'vscode';
import { labelField, type EditableField, type LabelValues } from '../core/api/labelFields.ts';
import { isKnownError } from '../core/errors/knownError.ts';
import type { LabelProblem } from '../core/labels/document/labelDifference.ts';
import { inputOfValue } from '../core/labels/document/labelDocumentEdit.ts';
import { joinSentences } from '../core/text/joinSentences.ts';

/** The label is no longer there. */
export function labelNotFound(): vscode.FileSystemError {
  return vscode.FileSystemError.FileNotFound(
    vscode.l10n.t('The service no longer has this label.'),
  );
}

/** `uri` is not the address of a label. */
export function noLabelAddress(uri: vscode.Uri): vscode.FileSystemError {
  return vscode.FileSystemError.FileNotFound(
    vscode.l10n.t('This is not the address of a label: {0}', uri.path),
  );
}

/** The account of the label is not signed in. */
export function notSignedIn(): vscode.FileSystemError {
  return vscode.FileSystemError.NoPermissions(
    vscode.l10n.t('You are not signed in to the account of this label. Sign in again.'),
  );
}

/** Somebody has changed the label after VS Code had asked for it, and before it was sent. */
export function changedMeanwhile(): vscode.FileSystemError {
  return vscode.FileSystemError.Unavailable(
    vscode.l10n.t(
      'The label was changed at the service just now. Nothing was sent. Save again to compare.',
    ),
  );
}

/** The text of the label cannot be saved as it is. */
export function cannotBeSaved(problems: readonly LabelProblem[]): vscode.FileSystemError {
  const reasons = problems.map(({ field, message }) =>
    field === undefined ? message : `${field}: ${message}`,
  );
  return vscode.FileSystemError.Unavailable(joinSentences(reasons));
}

/** The service has accepted a change but has not applied it. */
export function valuesKept(
  values: LabelValues,
  fields: readonly EditableField[],
): vscode.FileSystemError {
  const kept = fields.map((field) =>
    vscode.l10n.t('{0} “{1}”', labelField(field).title(), inputOfValue(values[field])),
  );
  return vscode.FileSystemError.Unavailable(
    vscode.l10n.t(
      'The service kept {0}. It accepted the change, but has not made it.',
      kept.join(', '),
    ),
  );
}

/** `error` as VS Code understands it, with the message of the error. */
export function fileSystemErrorFrom(error: unknown): vscode.FileSystemError {
  if (error instanceof vscode.FileSystemError) {
    return error;
  }
  if (!isKnownError(error)) {
    throw error;
  }
  return error.code === 'sessionExpired'
    ? vscode.FileSystemError.NoPermissions(error.message)
    : vscode.FileSystemError.Unavailable(error.message);
}
