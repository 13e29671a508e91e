import * as vscode from 'vscode';
import { formatDate } from '../commands/formatDate.ts';
import { notify } from '../commands/notify.ts';
import { textLanguage } from '../commands/textLanguage.ts';
import type { Session } from '../core/session/sessions.ts';
import { displayText } from '../core/text/displayText.ts';
import type { LabelAccount } from './labelAccounts.ts';
import { endOfSession } from './refreshTokenLifetime.ts';

/** Shows what is known of an account, as VS Code's **About** does of itself, ready to be copied. */
export async function showAccountDetails(account: LabelAccount, session: Session): Promise<void> {
  const copy = vscode.l10n.t('Copy');
  const label = displayText(account.label);
  const detail = accountDetails(account, session);
  if ((await notify('information', label, [copy], detail)) === copy) {
    await vscode.env.clipboard.writeText(`${label}\n${detail}`);
  }
}

function accountDetails(account: LabelAccount, session: Session): string {
  const { baseUrl, tenantId, userId } = session.account;
  const renewed = new Intl.DateTimeFormat(textLanguage(), {
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(session.issuedAt);
  return [
    vscode.l10n.t('Tenant: {0}', displayText(tenantId)),
    vscode.l10n.t('User: {0}', displayText(userId)),
    vscode.l10n.t('Connection: {0}', displayText(account.connectionName)),
    vscode.l10n.t('Service: {0}', baseUrl),
    vscode.l10n.t('Client ID: {0}', displayText(session.clientId)),
    vscode.l10n.t('Scopes: {0}', displayText(session.scopes.join(', '))),
    vscode.l10n.t('Last renewed: {0}', renewed),
    account.state === 'signInNeeded'
      ? endedText(account.endReason)
      : vscode.l10n.t(
          'Signed in until: {0}, or 30 days after the next renewal. Your service may allow more or less.',
          formatDate(endOfSession(session)),
        ),
  ].join('\n');
}

function endedText(endReason: string | undefined): string {
  return endReason === undefined
    ? vscode.l10n.t('The session has ended.')
    : vscode.l10n.t('The session has ended: {0}', displayText(endReason));
}
