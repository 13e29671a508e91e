import * as vscode from 'vscode';
import { formatNumber } from './formatNumber.ts';

/** So many labels, as a person reads it. */
export function labelCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 label') : vscode.l10n.t('{0} labels', formatNumber(count));
}
