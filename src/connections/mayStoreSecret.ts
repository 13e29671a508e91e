import * as vscode from 'vscode';
import type { ClientSecret } from '../core/account/tokens.ts';
import type { Connection } from '../core/connections/connection.ts';
import { connectionLines } from '../core/connections/connectionLines.ts';
import { StorageError } from '../core/errors/storageError.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import { showDialog } from '../surfaces/notify.ts';

/** Connection whose client secret is stored. */
export type SecretOwner = Pick<Connection, 'baseUrl' | 'clientId' | 'name'>;

/**
 * Returns whether a client secret, `secret` if known, may be stored for `connection`: no other one is stored, or
 * the user agrees to replace it. Asks in a modal dialog: a program can open an input box and confirm it, by VS
 * Code's command `quickInput.accept`, while the user types elsewhere, and no session is renewed with that text.
 */
export async function mayStoreSecret(
  connection: SecretOwner,
  clientSecrets: ClientSecrets,
  secret?: ClientSecret,
): Promise<boolean> {
  if (!(await mayHaveOther(connection, clientSecrets, secret))) {
    return true;
  }
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
}

/** Returns whether a secret other than `secret` is stored, or may be, as the keyring cannot be read. */
async function mayHaveOther(
  { baseUrl, clientId }: SecretOwner,
  clientSecrets: ClientSecrets,
  secret: ClientSecret | undefined,
): Promise<boolean> {
  try {
    const stored = await clientSecrets.read(baseUrl, clientId);
    return stored !== undefined && stored !== secret;
  } catch (error) {
    if (error instanceof StorageError) {
      return true;
    }
    throw error;
  }
}
