import * as vscode from 'vscode';
import type { SignInNotifications } from '../commands/signInNotifications.ts';
import type { Connection } from '../core/connections/connection.ts';
import { displayText } from '../core/text/displayText.ts';

/**
 * Asks whether to sign in with only the `needed` scopes, as the service refused one of the `further` scopes
 * of earlier sign-ins. Returns false if cancelled.
 */
export async function leaveOutScopes(
  further: readonly string[],
  needed: readonly string[],
  connection: Connection,
  notifications: Pick<SignInNotifications, 'show'>,
): Promise<boolean> {
  const signIn = vscode.l10n.t('Sign In with Fewer Permissions');
  const message = vscode.l10n.t(
    'The service refused a permission. Needed now, for {0}: {1}. From earlier sign-ins: {2}; the app may have lost one of these.',
    displayText(connection.name),
    listOf(needed),
    listOf(further),
  );
  return (await notifications.show(message, { [signIn]: 'asks' })) === signIn;
}

function listOf(scopes: readonly string[]): string {
  return displayText(scopes.join(', '));
}
