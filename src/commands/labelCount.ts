import * as vscode from 'vscode';
import { countText } from './formatNumber.ts';

/** So many labels, as a person reads it. */
export function labelCount(count: number): string {
  return countText(count, {
    one: (text) => vscode.l10n.t('{0} label', text),
    other: (text) => vscode.l10n.t('{0} labels', text),
  });
}
