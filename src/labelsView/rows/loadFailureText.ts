import * as vscode from 'vscode';
import { AppError } from '../../core/errors/appError.ts';

/** Why labels could not be loaded, as far as it is fit to be shown. */
export function loadFailureText(error: unknown): string {
  return error instanceof AppError
    ? error.message
    : vscode.l10n.t('The labels could not be loaded. The log says more.');
}
