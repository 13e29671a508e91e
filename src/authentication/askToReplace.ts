import * as vscode from 'vscode';
import { authenticationAccountLabel } from '../accounts/accountLabel.ts';
import type { SessionReplacement } from '../core/session/authorizationCodeFlow.ts';
import { displayText } from '../core/text/displayText.ts';
import { showDialog } from '../surfaces/notify.ts';

/**
 * Asks whether an approved sign-in may replace the session of another app. Returns false if the earlier
 * session stays.
 */
export async function askToReplace({
  clientId,
  connectionName,
  replaced,
  scopes,
}: SessionReplacement): Promise<boolean> {
  const areNamesEqual = replaced.connectionName === connectionName;
  const nameOf = (name: string, id: string): string =>
    displayText(areNamesEqual ? `${name} (${id})` : name);
  const [before, after] = [
    nameOf(replaced.connectionName, replaced.clientId),
    nameOf(connectionName, clientId),
  ];
  const replace = vscode.l10n.t('Replace Sign-in');
  const question = vscode.l10n.t(
    '{0} is already signed in through {1}. Replace that sign-in?',
    displayText(authenticationAccountLabel(replaced.account)),
    before,
  );
  const detail = vscode.l10n.t(
    'An account has one sign-in. If you replace it, {0} is used from now on, with these permissions: {1}. The sign-in through {2} has these: {3}. Cancel keeps it.',
    after,
    displayText(scopes.join(', ')),
    before,
    displayText(replaced.scopes.join(', ')),
  );
  return (await showDialog('warning', question, [replace], [detail])) === replace;
}
