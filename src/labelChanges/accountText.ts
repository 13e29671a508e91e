import * as vscode from 'vscode';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import type { RunRecord } from '../core/labels/changes/runRecord.ts';
import { displayText } from '../core/text/displayText.ts';

/** Who and where, in one piece: what every question and summary about changes names. */
export function accountText(account: Pick<LabelAccount, 'label' | 'place'>): string {
  const { label, place } = account;
  return vscode.l10n.t('{0} ({1})', displayText(label), displayText(place));
}

/** The same for the account of a run; by what its header says where nobody is signed in there now. */
export function accountOfRun({ header }: RunRecord, accounts: Pick<LabelAccounts, 'find'>): string {
  const { baseUrl, id, tenantId, userId } = header.account;
  return accountText(
    accounts.find(id) ?? { label: `${tenantId} · ${userId}`, place: new URL(baseUrl).host },
  );
}
