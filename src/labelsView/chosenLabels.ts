import * as vscode from 'vscode';
import type { Label } from '../core/api/label.ts';
import type { LabelAccount, LabelAccounts } from '../core/labels/labelAccounts.ts';
import { LabelRow } from './labelRow.ts';

/** Labels of one account; without an account there are none. */
export interface ChosenLabels {
  readonly account: LabelAccount | undefined;
  readonly labels: readonly Label[];
}

/** The labels that `rows` stand for. Says why where nothing can be done with them. */
export async function chosenLabels(
  rows: readonly unknown[],
  accounts: LabelAccounts,
): Promise<ChosenLabels> {
  const labelRows = rows.filter((row) => row instanceof LabelRow);
  const [id, ...otherIds] = new Set(labelRows.map(({ accountId }) => accountId));
  const account = id === undefined ? undefined : accounts.find(id);
  if (account === undefined || otherIds.length > 0) {
    await vscode.window.showInformationMessage(
      otherIds.length > 0
        ? vscode.l10n.t('Select labels of one account only.')
        : vscode.l10n.t('Select one or more labels in the sidebar first.'),
    );
    return { account: undefined, labels: [] };
  }
  return { account, labels: labelRows.map(({ label }) => label) };
}
