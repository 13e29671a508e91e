import * as vscode from 'vscode';
import type { LabelAccount } from '../../accounts/labelAccounts.ts';
import { displayText } from '../../core/text/displayText.ts';
import { LabelsViewRow } from './labelsViewRow.ts';

/** What an account's row shows besides the account. */
export interface AccountRowState {
  readonly isExpanded: boolean;
  /** The account's filter in one line; empty without one. */
  readonly filterSummary: string;
  /** How many labels match, in words; empty as long as that is not known. */
  readonly count: string;
}

/** The root of an account's labels, if several accounts are signed in. */
export class AccountRow extends LabelsViewRow {
  readonly kind = 'account';
  readonly id = this.accountId;
  readonly #account: LabelAccount;
  readonly #state: () => AccountRowState;

  /** `state` is asked anew whenever the row is rendered. */
  constructor(account: LabelAccount, state: () => AccountRowState) {
    super(account.account.id);
    this.#account = account;
    this.#state = state;
  }

  override treeItem(): vscode.TreeItem {
    const { account, state } = this.#account;
    const label = displayText(this.#account.label);
    const { count, filterSummary, isExpanded } = this.#state();
    const isSignInNeeded = state === 'signInNeeded';
    const details = [displayText(this.#account.place)];
    if (count !== '') {
      details.push(count);
    }
    if (filterSummary !== '') {
      details.push(vscode.l10n.t('Filter: {0}', filterSummary));
    }
    if (isSignInNeeded) {
      details.push(vscode.l10n.t('Sign-in needed'));
    }
    const item = new vscode.TreeItem(
      label,
      isExpanded
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed,
    );
    item.id = this.id;
    item.description = details.join(' · ');
    item.iconPath = isSignInNeeded
      ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
      : new vscode.ThemeIcon('account');
    item.contextValue = [
      'account',
      ...(filterSummary === '' ? [] : ['filtered']),
      ...(isSignInNeeded ? ['signInNeeded'] : []),
    ].join(' ');
    item.tooltip = [
      label,
      ...details,
      account.baseUrl,
      vscode.l10n.t('Tenant: {0}', displayText(account.tenantId)),
      vscode.l10n.t('User: {0}', displayText(account.userId)),
    ].join('\n');
    item.accessibilityInformation = {
      label: vscode.l10n.t('Account {0}, {1}', label, details.join(', ')),
    };
    return item;
  }
}
