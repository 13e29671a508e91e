import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { displayText } from '../core/text/displayText.ts';
import { withoutIcons } from '../core/text/withoutMarkup.ts';
import { commandIds } from '../ids.ts';

/** Says in the status bar that a session needs the person, for as long as it does, and leads to the sign-in. */
export class SignInStatusBarItem implements Disposable {
  readonly #accounts: LabelAccounts;
  readonly #subscription: Disposable;
  #item: vscode.StatusBarItem | undefined;

  constructor(accounts: LabelAccounts) {
    this.#accounts = accounts;
    this.#subscription = accounts.onDidChange(() => this.#update());
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item?.dispose();
  }

  #update(): void {
    const account = this.#accounts.all().find(({ state }) => state === 'signInNeeded');
    if (account === undefined) {
      this.#item?.dispose();
      this.#item = undefined;
      return;
    }
    this.#item ??= newItem();
    const name = displayText(account.label);
    this.#item.text = `$(account) ${withoutIcons(vscode.l10n.t('Sign in again: {0}', name))}`;
    this.#item.tooltip = vscode.l10n.t('The session of {0} has ended.', name);
    this.#item.command = {
      title: vscode.l10n.t('Sign In'),
      command: commandIds.signIn,
      arguments: [account.account.id],
    };
    this.#item.show();
  }
}

function newItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem('signIn', vscode.StatusBarAlignment.Left);
  item.name = vscode.l10n.t('Sign-in Needed');
  item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  return item;
}
