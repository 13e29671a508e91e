import * as vscode from 'vscode';
import type { LabelAccount } from '../../accounts/labelAccounts.ts';
import { displayText } from '../../core/text/displayText.ts';
import { treeItem } from '../../surfaces/treeItem.ts';
import { LabelsViewRow } from './labelsViewRow.ts';

/** State of an account's row, except the account. */
export interface AccountRowState {
  readonly isExpanded: boolean;
  /** Filter of the account in one line; empty if there is none. */
  readonly filterSummary: string;
  /** Number of matching labels in words; empty while unknown. */
  readonly count: string;
  /** True if another account has the same label, so that only `shortDescription` distinguishes them. */
  readonly isNamesake: boolean;
}

/** Top-level row of an account, if several accounts are signed in. */
export class AccountRow extends LabelsViewRow {
  readonly kind = 'account';
  readonly id = this.accountId;
  readonly #account: LabelAccount;
  readonly #state: () => AccountRowState;

  /** `state`: called whenever the row is rendered. */
  constructor(account: LabelAccount, state: () => AccountRowState) {
    super(account.account.id);
    this.#account = account;
    this.#state = state;
  }

  override treeItem(): vscode.TreeItem {
    const { account, color, readOnly, state } = this.#account;
    const name = displayText(this.#account.label);
    const shortDescription = displayText(this.#account.shortDescription);
    const { count, filterSummary, isExpanded, isNamesake } = this.#state();
    const isSignInNeeded = state === 'signInNeeded';
    const details: string[] = [];
    if (readOnly !== undefined) {
      details.push(vscode.l10n.t('Read-only'));
    }
    if (count !== '') {
      details.push(count);
    }
    if (filterSummary !== '') {
      details.push(vscode.l10n.t('Filter: {0}', filterSummary));
    }
    if (isSignInNeeded) {
      details.push(vscode.l10n.t('Sign-in needed'));
    }
    const item = treeItem(
      {
        // A narrow sidebar cuts off the end, so the distinguishing text comes first.
        label: isNamesake ? shortDescription : name,
        description: (isNamesake ? [...details, name] : [shortDescription, ...details]).join(' · '),
        tooltip: [
          name,
          shortDescription,
          ...details,
          account.baseUrl,
          vscode.l10n.t('Tenant: {0}', displayText(account.tenantId)),
          vscode.l10n.t('User: {0}', displayText(account.userId)),
        ],
        spoken: vscode.l10n.t('Account {0}, {1}', name, [shortDescription, ...details].join(', ')),
      },
      isExpanded
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed,
    );
    item.id = this.id;
    item.iconPath = isSignInNeeded
      ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
      : new vscode.ThemeIcon(
          'account',
          color === undefined ? undefined : new vscode.ThemeColor(color),
        );
    item.contextValue = [
      'account',
      ...(filterSummary === '' ? [] : ['filtered']),
      ...(isSignInNeeded ? ['signInNeeded'] : []),
    ].join(' ');
    return item;
  }
}
