import * as vscode from 'vscode';
import { commandIds } from '../ids.ts';

/**
 * Delivery of the authorize URL: VS Code opens it, or copies it so that the user can paste it into
 * another browser or profile.
 */
export type LinkDelivery = 'open' | 'copy';

/** Returns the progress message of a pending sign-in. */
export function guideText(delivery: LinkDelivery): string {
  return delivery === 'open'
    ? vscode.l10n.t(
        'Approve in the browser. If nothing happens after that, choose {0} in the status bar. To use another browser, choose {1} in the status bar.',
        pasteTitle(),
        copyCommandTitle(),
      )
    : vscode.l10n.t(
        'The sign-in link is on the clipboard. Open it in the browser of your choice and approve there. If nothing happens after that, choose {0} in the status bar.',
        pasteTitle(),
      );
}

/** Returns the buttons that the message mentions. */
export function guideButtons(delivery: LinkDelivery): readonly vscode.Command[] {
  const paste = { title: pasteTitle(), command: commandIds.pasteCallbackUrl };
  const copy = { title: copyCommandTitle(), command: commandIds.copySignInLink };
  return delivery === 'open' ? [paste, copy] : [paste];
}

/** Returns the progress message after a callback that could not be read. */
export function unreadableRequestText(): string {
  return vscode.l10n.t(
    'The browser returned to VS Code, but its request could not be read. Copy the address of the page that it shows, and choose {0} in the status bar.',
    pasteTitle(),
  );
}

function pasteTitle(): string {
  return vscode.l10n.t('Paste Callback URL');
}

/** Title of the command that copies the authorize URL. */
export function copyCommandTitle(): string {
  return vscode.l10n.t('Copy Sign-in Link');
}
