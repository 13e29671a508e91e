import * as vscode from 'vscode';
import { displayText } from '../core/text/displayText.ts';
import { withoutIcons } from '../core/text/withoutMarkup.ts';
import type { LabelAccount } from './labelAccounts.ts';

/** Lets the user choose one of `accounts`; does not ask if there is only one. */
export async function pickAccount(
  accounts: readonly LabelAccount[],
  placeHolder = vscode.l10n.t('Choose an account'),
): Promise<LabelAccount | undefined> {
  if (accounts.length <= 1) {
    return accounts[0];
  }
  const items = accounts.map((account) => ({
    account,
    label: withoutIcons(displayText(account.label)),
    description: withoutIcons(displayText(account.description)),
  }));
  const options = { placeHolder, matchOnDescription: true };
  return (await vscode.window.showQuickPick(items, options))?.account;
}
