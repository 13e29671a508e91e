import type * as vscode from 'vscode';
import type { AccountId } from '../core/account/account.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { Log } from '../core/log/log.ts';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import type { LabelsTreeDataProvider } from './labelsTreeDataProvider.ts';
import type { LabelsViewRow } from './rows/labelsViewRow.ts';

/** What rows are brought into sight with. */
export interface RowRevealerOptions {
  readonly treeView: vscode.TreeView<LabelsViewRow>;
  readonly provider: LabelsTreeDataProvider;
  readonly accounts: LabelAccounts;
  readonly log: Log;
}

/** How a row comes into sight: as in VS Code's own `TreeView.reveal`. */
export interface RevealOptions {
  readonly select: boolean;
  readonly focus?: boolean;
  readonly expand?: boolean;
}

/** Brings rows of the view into sight. */
export class RowRevealer {
  readonly #options: RowRevealerOptions;
  /** The account whose row is to come into sight when the view does. */
  #unseen: AccountId | undefined;

  constructor(options: RowRevealerOptions) {
    this.#options = options;
  }

  /** Brings a row into sight, where it still is in the tree. */
  async reveal(row: LabelsViewRow, options: RevealOptions): Promise<void> {
    try {
      await this.#options.treeView.reveal(row, options);
    } catch (error) {
      // The row may have gone since, by a refresh or a sign-out.
      this.#options.log.debug(`A row could not be revealed: ${reasonOf(error)}`);
    }
  }

  /** Brings the row of an account into sight, where accounts are rows. */
  async revealAccount(account: LabelAccount, options: RevealOptions): Promise<void> {
    const row = this.#options.provider.accountRow(account);
    if (row !== undefined) {
      await this.reveal(row, options);
    }
  }

  /** Brings the row of an account into sight as soon as the view is in sight itself. */
  async revealOnceVisible(id: AccountId): Promise<void> {
    this.#unseen = id;
    await this.#options.accounts.ready();
    await this.revealUnseen();
  }

  /** To be called when the view has come into sight. */
  async revealUnseen(): Promise<void> {
    const { accounts, treeView } = this.#options;
    const account = this.#unseen && accounts.find(this.#unseen);
    if (account !== undefined && treeView.visible) {
      this.#unseen = undefined;
      await this.revealAccount(account, { select: false });
    }
  }
}
