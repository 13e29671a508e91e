import * as vscode from 'vscode';
import { commandIds } from '../ids.ts';

/**
 * Delivery of the authorization URL: VS Code opens it, or the user pastes it into another browser or profile.
 */
export type LinkDelivery = 'open' | 'copy';

/** Text during a sign-in. */
export function guideText(delivery: LinkDelivery): string {
  return delivery === 'open'
    ? vscode.l10n.t(
        'Approve in the browser. If nothing happens after that, choose {0} in the status bar. To use another browser, choose {1} in the status bar.',
        pasteTitle(),
        copyTitle(),
      )
    : vscode.l10n.t(
        'The sign-in link is on the clipboard. Open it in the browser of your choice and approve there. If nothing happens after that, choose {0} in the status bar.',
        pasteTitle(),
      );
}

/** Ways out that the text names. */
export function guideButtons(delivery: LinkDelivery): readonly vscode.Command[] {
  const paste = { title: pasteTitle(), command: commandIds.pasteCallbackUrl };
  const copy = { title: copyTitle(), command: commandIds.copySignInLink };
  return delivery === 'open' ? [paste, copy] : [paste];
}

/** Text for a callback that arrives unreadable. */
export function unreadableRequestText(): string {
  return vscode.l10n.t(
    'The browser came back, but its request could not be read. Copy the address of the page that it shows, and choose {0} in the status bar.',
    pasteTitle(),
  );
}

function pasteTitle(): string {
  return vscode.l10n.t('Paste Callback URL');
}

/** Title of the command that copies the address of the authorize page. */
export function copyTitle(): string {
  return vscode.l10n.t('Copy Sign-in Link');
}
