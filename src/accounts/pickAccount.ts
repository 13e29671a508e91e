import * as vscode from 'vscode';
import { displayText } from '../core/text/displayText.ts';
import { quickPickRow, showQuickPick } from '../surfaces/quickPick.ts';
import type { LabelAccount } from './labelAccounts.ts';

/**
 * Lets the user choose one of `accounts`; does not ask if there is only one. Undefined if there is none, or
 * if cancelled.
 */
export async function pickAccount(
  accounts: readonly LabelAccount[],
  placeholder = vscode.l10n.t('Choose an account'),
): Promise<LabelAccount | undefined> {
  if (accounts.length <= 1) {
    return accounts[0];
  }
  const rows = accounts.map((account) =>
    quickPickRow({
      account,
      label: displayText(account.label),
      description: displayText(account.description),
    }),
  );
  return (await showQuickPick(rows, { placeholder, matchOnDescription: true }))?.account;
}
