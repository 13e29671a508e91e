import * as vscode from 'vscode';
import type { AccountId } from '../../core/account/account.ts';
import { formatNumber } from '../../core/text/formatNumber.ts';
import { commandIds } from '../../ids.ts';
import { LabelsViewRow } from './labelsViewRow.ts';

/** How much of a list is loaded. */
export interface LoadedCounts {
  readonly loaded: number;
  /** How many there are, where that is known. */
  readonly total: number | undefined;
  /** Whether more are being loaded now. */
  readonly isLoading: boolean;
}

/** The last row of a list that goes on: loads more. */
export class LoadMoreRow extends LabelsViewRow {
  readonly kind = 'loadMore';
  readonly id = `${this.accountId}?loadMore`;
  readonly #counts: () => LoadedCounts;

  /** `counts` is asked anew whenever the row is drawn. */
  constructor(accountId: AccountId, counts: () => LoadedCounts) {
    super(accountId);
    this.#counts = counts;
  }

  override treeItem(): vscode.TreeItem {
    const counts = this.#counts();
    const title = titleOf(counts);
    const item = new vscode.TreeItem(title);
    item.id = this.id;
    item.contextValue = counts.isLoading ? 'loadingMore' : 'loadMore';
    item.iconPath = new vscode.ThemeIcon(counts.isLoading ? 'loading~spin' : 'ellipsis');
    item.accessibilityInformation = { label: title };
    if (!counts.isLoading) {
      item.command = {
        command: commandIds.loadMoreLabels,
        title: vscode.l10n.t('Load More Labels'),
        arguments: [this],
      };
    }
    return item;
  }
}

function titleOf({ isLoading, loaded, total }: LoadedCounts): string {
  if (loaded === 0) {
    return vscode.l10n.t('Load labels');
  }
  if (total === undefined) {
    return isLoading
      ? vscode.l10n.t('Loading more… ({0} loaded)', formatNumber(loaded, vscode.env.language))
      : vscode.l10n.t('Load more ({0} loaded)', formatNumber(loaded, vscode.env.language));
  }
  return isLoading
    ? vscode.l10n.t(
        'Loading more… ({0} of {1})',
        formatNumber(loaded, vscode.env.language),
        formatNumber(total, vscode.env.language),
      )
    : vscode.l10n.t(
        'Load more ({0} of {1})',
        formatNumber(loaded, vscode.env.language),
        formatNumber(total, vscode.env.language),
      );
}
