import * as vscode from 'vscode';
import type { AccountId } from '../core/account/account.ts';
import type { Remedy } from '../core/errors/remedy.ts';
import { commandIds } from '../ids.ts';

/** Button for a remedy: its title, icon and command. */
interface RemedyStep {
  readonly title: string;
  /** Id of a product icon. */
  readonly icon: string;
  readonly command: { command: string; arguments: unknown[] };
}

/** Returns the button that offers `remedy` for `account`. */
export function remedyStep(remedy: Remedy, account: AccountId): RemedyStep {
  switch (remedy.kind) {
    case 'signIn':
      return {
        title: vscode.l10n.t('Sign In'),
        icon: 'sign-in',
        command: { command: commandIds.signIn, arguments: [account] },
      };
    case 'setClientSecret':
      return {
        title: vscode.l10n.t('Set Client Secret'),
        icon: 'key',
        command: { command: commandIds.setClientSecret, arguments: [remedy.app] },
      };
  }
}
