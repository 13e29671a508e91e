import * as vscode from 'vscode';
import type { RunSummary } from '../core/labels/changes/journal/runSummary.ts';
import { displayText } from '../core/text/displayText.ts';
import type { LabelAccount, LabelAccounts } from './labelAccounts.ts';

/** Text that names an account and its connection, for questions and summaries about changes. */
export function accountText(account: Pick<LabelAccount, 'label' | 'shortDescription'>): string {
  const { label, shortDescription } = account;
  return vscode.l10n.t('{0} ({1})', displayText(label), displayText(shortDescription));
}

/** Text of a run's account: its label and its connection. Made from the run's header if the account is signed out. */
export function accountTextOfRun(
  { header }: RunSummary,
  accounts: Pick<LabelAccounts, 'find'>,
): string {
  const { baseUrl, id, tenantId, userId } = header.account;
  return accountText(
    accounts.find(id) ?? {
      label: `${tenantId} · ${userId}`,
      shortDescription: new URL(baseUrl).host,
    },
  );
}

/** Sentence about a session that has ended, with the service's reason, if any. */
export function endedSessionText(endReason: string | undefined): string {
  return endReason === undefined
    ? vscode.l10n.t('The session has ended.')
    : vscode.l10n.t('The session has ended: {0}', displayText(endReason));
}
