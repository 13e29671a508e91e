import * as vscode from 'vscode';
import { isClientSecret } from '../core/account/tokens.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import { displayText } from '../core/text/displayText.ts';
import { withoutIcons } from '../core/text/withoutMarkup.ts';

/** Asks for the client secret of `connection` and keeps it in the keyring; false if the user left. */
export async function setClientSecret(
  connection: Pick<Connection, 'name' | 'baseUrl' | 'clientId'>,
  clientSecrets: ClientSecrets,
): Promise<boolean> {
  const secret = await vscode.window.showInputBox({
    title: vscode.l10n.t('Client Secret of {0}', displayText(connection.name)),
    prompt: withoutIcons(
      vscode.l10n.t(
        'The secret issued for client ID {0}. It is kept in the system keyring.',
        displayText(connection.clientId),
      ),
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('This is needed.') : undefined),
  });
  const trimmed = secret?.trim() ?? '';
  if (!isClientSecret(trimmed)) {
    return false;
  }
  await clientSecrets.write(connection.baseUrl, connection.clientId, trimmed);
  return true;
}
