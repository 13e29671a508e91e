import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { pickAccount } from '../accounts/pickAccount.ts';
import { textLanguage } from '../commands/textLanguage.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import {
  needsAllLabels,
  labelFilterSummary,
  type LabelFilter,
  type RepeatableField,
} from '../core/labels/list/labelCriteria.ts';
import { emptyFilter, isEmptyFilter } from '../core/labels/list/labelFilter.ts';
import { countByStatus } from '../core/labels/list/statusCounts.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { displayText } from '../core/text/displayText.ts';
import { createInputBox } from '../surfaces/inputBox.ts';
import { notify } from '../surfaces/notify.ts';
import { quickInputAnswer } from '../surfaces/quickInputAnswer.ts';
import { quickPickRow, showQuickPick, type QuickPickRow } from '../surfaces/quickPick.ts';
import type { FilterMemory } from './filterMemory.ts';
import { pickLabelFilter } from './filterPicker.ts';
import type { LabelsTree } from './labelsTree.ts';
import type { ListsByAccount } from './listsByAccount.ts';
import { withReadProgress } from './readProgress.ts';

/** Dependencies of the filters. */
export interface LabelFiltersOptions {
  readonly accounts: LabelAccounts;
  readonly lists: ListsByAccount;
  readonly tree: LabelsTree;
  readonly memory: FilterMemory;
  readonly statusNames: () => StatusNames;
  /** Runs an action of an account's list, showing progress in the view. */
  readonly load: (account: LabelAccount, action: () => Promise<void>) => Promise<void>;
  readonly log: Log;
}

/** Filters of each account's labels, which the user sets by answering questions. */
export class LabelFilters {
  readonly #options: LabelFiltersOptions;

  constructor(options: LabelFiltersOptions) {
    this.#options = options;
  }

  /** Lets the user change the filter of an account. */
  async change(account: LabelAccount): Promise<void> {
    const { lists, memory, statusNames } = this.#options;
    const { id } = account.account;
    const list = lists.of(account);
    const chosen = await pickLabelFilter({
      title: this.#titleFor(account, vscode.l10n.t('Filter Labels')),
      filter: list.filter,
      names: statusNames(),
      saved: () => memory.saved(id),
      remove: async (name) => await memory.remove(id, name),
      statuses: list.statusesSeen(),
      countStatuses: async (statuses, onCount, signal) => {
        try {
          await countByStatus(account.repository, list.filter, statuses, onCount, signal);
        } catch (error) {
          this.#options.log.debug(`Statuses could not be counted: ${reasonOf(error)}`);
        }
      },
    });
    if (chosen !== undefined) {
      await this.#setAsked(account, chosen);
    }
  }

  /** Clears the filter of an account. Asks which one if several of `accounts` have a filter. */
  async clear(accounts: readonly LabelAccount[]): Promise<void> {
    const filtered = accounts.filter((account) => !isEmptyFilter(this.#of(account)));
    const account = await pickAccount(
      filtered,
      vscode.l10n.t('Clear the filter of which account?'),
    );
    if (account !== undefined) {
      await this.#set(account, emptyFilter);
    }
  }

  /** Asks for a name, and saves the filter of an account with it. */
  async save(account: LabelAccount): Promise<void> {
    const { memory, statusNames } = this.#options;
    const filter = this.#of(account);
    if (isEmptyFilter(filter)) {
      await notify(
        'information',
        vscode.l10n.t('Filter the labels first: there is no filter to save.'),
      );
      return;
    }
    const summary = labelFilterSummary(filter, statusNames(), textLanguage());
    const { input, showProblem } = createInputBox({
      title: this.#titleFor(account, vscode.l10n.t('Save Filter')),
      placeholder: vscode.l10n.t('Name'),
      prompt: summary,
    });
    const { id } = account.account;
    const taken = new Set(memory.saved(id).map(({ name }) => name));
    const subscription = input.onDidChangeValue((value) => {
      const isTaken = taken.has(value.trim());
      showProblem(
        isTaken ? vscode.l10n.t('Replaces the filter with this name.') : undefined,
        'warning',
      );
    });
    try {
      const name = await quickInputAnswer(input, () => input.value.trim() || undefined);
      if (name !== undefined) {
        await memory.save(id, { name, filter });
      }
    } finally {
      subscription.dispose();
    }
  }

  /** Shows only those labels of an account that share their code, or their name, with another label. */
  async showRepeated(account: LabelAccount): Promise<void> {
    const rows: (QuickPickRow & { readonly repeated: RepeatableField })[] = [
      quickPickRow({
        repeated: 'labelCode' as const,
        label: vscode.l10n.t('Codes that occur more than once'),
      }),
      quickPickRow({
        repeated: 'labelName' as const,
        label: vscode.l10n.t('Names that occur more than once'),
      }),
    ];
    const item = await showQuickPick(rows, {
      title: this.#titleFor(account, vscode.l10n.t('Duplicates')),
      placeholder: vscode.l10n.t('Reads all labels first'),
    });
    if (item === undefined) {
      return;
    }
    await this.#setAsked(account, { repeated: item.repeated });
  }

  /** Sets a filter chosen by the user; shows cancellable progress if this requires loading all labels. */
  async #setAsked(account: LabelAccount, filter: LabelFilter): Promise<void> {
    if (!needsAllLabels(filter)) {
      await this.#set(account, filter);
      return;
    }
    const title = vscode.l10n.t('Reading all labels of {0}', displayText(account.label));
    const list = this.#options.lists.of(account);
    await withReadProgress(
      title,
      list,
      0,
      async (signal) => await this.#set(account, filter, signal),
    );
  }

  #of(account: LabelAccount): LabelFilter {
    return this.#options.lists.of(account).filter;
  }

  #titleFor(account: LabelAccount, title: string): string {
    return this.#options.tree.isAlone(account) ? title : `${title}: ${accountText(account)}`;
  }

  async #set(account: LabelAccount, filter: LabelFilter, signal?: AbortSignal): Promise<void> {
    const { accounts, lists, load, memory, tree } = this.#options;
    const { id } = account.account;
    if (accounts.find(id) === undefined) {
      // The account was signed out while the user was choosing, and its stored data was deleted.
      return;
    }
    const list = lists.of(account);
    await memory.store(id, filter);
    try {
      await load(account, async () => await list.setFilter(filter, signal));
    } catch (error) {
      // Cancelled: the list has its previous filter.
      await memory.store(id, list.filter);
      throw error;
    }
    // VS Code keeps the scroll position although the list is a different one.
    await tree.revealBeginning(account);
  }
}
