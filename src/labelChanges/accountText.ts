import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { displayText } from '../core/text/displayText.ts';

/** Who and where, in one piece: what every question and summary about changes names. */
export function accountText(account: Pick<LabelAccount, 'label' | 'place'>): string {
  const { label, place } = account;
  return vscode.l10n.t('{0} ({1})', displayText(label), displayText(place));
}
