import * as vscode from 'vscode';
import type { Connection } from '../core/connections/connection.ts';
import { connectionLines } from '../core/connections/connectionLines.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import { showDialog } from '../surfaces/notify.ts';

/** Connection whose client secret is stored. */
export type SecretOwner = Pick<Connection, 'baseUrl' | 'clientId' | 'name'>;

/**
 * Returns whether `secret` may replace the stored client secret of `connection`: nothing is lost, or the user
 * agrees. Asks in a modal dialog: a program can open an input box and accept it with VS Code's command
 * `quickInput.accept` while the user types elsewhere; with that text as the secret, no session could be
 * renewed.
 */
export async function mayReplaceSecret(
  connection: SecretOwner,
  clientSecrets: ClientSecrets,
  secret: string,
): Promise<boolean> {
  return await clientSecrets.mayReplace(connection, secret, async () => {
    const replace = vscode.l10n.t('Replace');
    const pressed = await showDialog(
      'warning',
      vscode.l10n.t('Replace the stored client secret?'),
      [replace],
      [
        ...connectionLines(connection),
        '',
        vscode.l10n.t(
          'The old secret is lost. With a wrong one, you cannot sign in, and no session is renewed.',
        ),
      ],
    );
    return pressed === replace;
  });
}
