import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';
import { createStatusBarItem, type ShownStatusBarItem } from '../surfaces/statusBarItem.ts';

/** Status bar item that leads to the sign-in while a session needs one. */
export class SignInStatusBarItem implements Disposable {
  readonly #accounts: LabelAccounts;
  readonly #subscription: Disposable;
  #shown: ShownStatusBarItem | undefined;

  constructor(accounts: LabelAccounts) {
    this.#accounts = accounts;
    this.#subscription = accounts.onDidChange(() => this.#update());
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#shown?.item.dispose();
  }

  #update(): void {
    const accounts = this.#accounts.all();
    const account =
      accounts.find(({ state }) => state === 'signInNeeded') ??
      accounts.find(({ doubt }) => doubt !== undefined);
    if (account === undefined) {
      this.#shown?.item.dispose();
      this.#shown = undefined;
      return;
    }
    this.#shown ??= newItem();
    const name = displayText(account.label);
    this.#shown.item.command = {
      title: vscode.l10n.t('Sign In'),
      command: commandIds.signIn,
      arguments: [account.account.id],
    };
    this.#shown.show({
      icon: 'account',
      text:
        account.doubt === undefined
          ? vscode.l10n.t('Sign in again: {0}', name)
          : vscode.l10n.t('Sign-in not renewed: {0}', name),
      tooltip: account.doubt ?? vscode.l10n.t('The session of {0} has ended.', name),
    });
  }
}

function newItem(): ShownStatusBarItem {
  const shown = createStatusBarItem('signIn');
  const { item } = shown;
  item.name = vscode.l10n.t('Sign-in Needed');
  item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  return shown;
}
