import * as vscode from 'vscode';
import { isKnownError } from '../core/errors/knownError.ts';

/** The label is no longer there. */
export function labelNotFound(): vscode.FileSystemError {
  return vscode.FileSystemError.FileNotFound(
    vscode.l10n.t('The service no longer has this label.'),
  );
}

/** The account of the label is not signed in. */
export function notSignedIn(): vscode.FileSystemError {
  return vscode.FileSystemError.NoPermissions(
    vscode.l10n.t('You are not signed in to the account of this label. Sign in again.'),
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
