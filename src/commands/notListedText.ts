import * as vscode from 'vscode';
import { formatNumber } from './formatNumber.ts';

/** That a list came out short: the service counts `missing` labels that it has not listed. */
export function notListedText(missing: number): string {
  return vscode.l10n.t(
    'The service says that it has more labels, and has not listed them: {0}.',
    formatNumber(missing),
  );
}
