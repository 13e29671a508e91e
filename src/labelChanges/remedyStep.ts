import * as vscode from 'vscode';
import type { AccountId } from '../core/account/account.ts';
import type { Remedy } from '../core/errors/remedy.ts';
import { commandIds } from '../ids.ts';

/** How a remedy is offered. */
interface RemedyStep {
  readonly title: string;
  /** The id of a product icon of VS Code. */
  readonly icon: string;
  readonly command: { command: string; arguments: unknown[] };
}

/** What is offered to the user of `account` as `remedy`. */
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
