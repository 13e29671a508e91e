import * as vscode from 'vscode';
import { isKnownError } from '../core/errors/knownError.ts';
import { surfaceText } from '../core/text/surfaceText.ts';

/** Creates a file system error, which VS Code shows to the user. */
export function fileSystemError(
  kind: 'FileNotFound' | 'NoPermissions' | 'Unavailable',
  message: string,
): vscode.FileSystemError {
  return vscode.FileSystemError[kind](surfaceText('fileError', message));
}

/** Converts a known error to one that VS Code understands, with the same message. Throws any other error. */
export function fileSystemErrorFrom(error: unknown): vscode.FileSystemError {
  if (error instanceof vscode.FileSystemError) {
    return error;
  }
  if (!isKnownError(error)) {
    throw error;
  }
  return error.code === 'sessionExpired'
    ? fileSystemError('NoPermissions', error.message)
    : fileSystemError('Unavailable', error.message);
}
