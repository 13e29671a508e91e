import * as vscode from 'vscode';
import { endOfSession } from '../accounts/refreshTokenLifetime.ts';
import { formatDate } from '../commands/formatDate.ts';
import { notify } from '../commands/notify.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';

/** Tells the user that the keyring keeps no sessions: `message`. */
export async function warnOfKeyring(message: string): Promise<void> {
  const learnMore = vscode.l10n.t('How to Set Up a Keyring');
  if ((await notify('warning', message, [learnMore])) === learnMore) {
    const page =
      'https://code.visualstudio.com/docs/configure/settings-sync#_troubleshooting-keychain-issues';
    await vscode.env.openExternal(vscode.Uri.parse(page));
  }
}

/** Tells the user that the refresh token of an account that nobody has used for weeks will end. */
export async function warnOfComingEnd(
  label: string | undefined,
  issuedAt: number,
  renew: () => Promise<void>,
): Promise<void> {
  const message = vscode.l10n.t(
    'The sign-in of {0} has not been used for a while and may end on {1}.',
    displayText(label ?? ''),
    formatDate(endOfSession({ issuedAt })),
  );
  const renewNow = vscode.l10n.t('Renew Now');
  if ((await notify('warning', message, [renewNow])) === renewNow) {
    await renew();
  }
}

/** Tells the user that what was stored of a session cannot be read. */
export async function warnOfSetAside(): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const message = vscode.l10n.t(
    'A stored sign-in could not be read and was set aside. Sign in again.',
  );
  if ((await notify('warning', message, [showLog])) === showLog) {
    await vscode.commands.executeCommand(commandIds.showLog);
  }
}
