import * as vscode from 'vscode';
import { formatDate } from '../commands/formatDate.ts';
import { endOfSession } from '../core/session/refreshTokenLifetime.ts';
import { displayText } from '../core/text/displayText.ts';
import { notify } from '../surfaces/notify.ts';

/** Warns the user with `message` that the keyring cannot store sessions. */
export async function warnOfKeyring(message: string): Promise<void> {
  const learnMore = vscode.l10n.t('How to Set Up a Keyring');
  if ((await notify('warning', message, { [learnMore]: 'shows' })) === learnMore) {
    const page =
      'https://code.visualstudio.com/docs/configure/settings-sync#_troubleshooting-keychain-issues';
    await vscode.env.openExternal(vscode.Uri.parse(page));
  }
}

/** Warns the user that a session that has not been used for weeks is about to end. */
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
  if ((await notify('warning', message, { [renewNow]: 'reads' })) === renewNow) {
    await renew();
  }
}
