import * as vscode from 'vscode';
import { CallbackValidationError } from '../core/errors/callbackValidationError.ts';
import { parseCallback } from '../core/oauth/callback.ts';
import type { AuthorizationCodeFlow } from '../core/session/authorizationCodeFlow.ts';
import { showInputBox } from '../surfaces/inputBox.ts';

/**
 * Lets the user paste the address at which the browser ended, for browsers that cannot return to VS Code.
 * Throws the errors of `AuthorizationCodeFlow.finish`.
 */
export async function pasteCallbackUrl(
  authorizationCodeFlow: AuthorizationCodeFlow,
): Promise<void> {
  const callback = await showInputBox(
    {
      title: vscode.l10n.t('Paste Callback URL'),
      prompt: vscode.l10n.t(
        'The whole address of the page that the browser showed after you approved',
      ),
    },
    {
      ignoreFocusOut: true,
      // The pasted address contains a one-time code.
      password: true,
      problemOf,
    },
  );
  if (callback === undefined || callback.trim() === '') {
    return;
  }
  if ((await authorizationCodeFlow.finish(callback)) === 'ignored') {
    throw new CallbackValidationError('unknownState');
  }
}

function problemOf(callback: string): string | undefined {
  if (callback.trim() === '') {
    return undefined;
  }
  try {
    parseCallback(callback);
    return undefined;
  } catch (error) {
    if (error instanceof CallbackValidationError) {
      return error.message;
    }
    throw error;
  }
}
