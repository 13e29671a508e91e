import * as vscode from 'vscode';
import type { AuthorizationCodeFlow } from '../core/session/authorizationCodeFlow.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';
import { notify } from '../surfaces/notify.ts';

/**
 * Notifies the user that the sign-in `id` survived a reload of the window, and offers to paste its callback
 * URL. Does nothing if the sign-in has ended. Throws `StorageError`.
 */
export async function offerToPaste(
  id: string,
  authorizationCodeFlow: AuthorizationCodeFlow,
): Promise<void> {
  const connectionName = await authorizationCodeFlow.pendingConnection(id);
  if (connectionName === undefined) {
    return;
  }
  const paste = vscode.l10n.t('Paste Callback URL');
  const message = vscode.l10n.t(
    'The sign-in to {0} is still valid, although the window was reloaded. Approve in the browser, and paste the address that it then shows.',
    displayText(connectionName),
  );
  if ((await notify('information', message, { [paste]: 'asks' })) === paste) {
    await vscode.commands.executeCommand(commandIds.pasteCallbackUrl);
  }
}
