import * as vscode from 'vscode';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { pickAccount } from '../accounts/pickAccount.ts';
import { notify, notifyProgress } from '../commands/notify.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import {
  emptyFilter,
  isEmptyFilter,
  labelFilterSummary,
  queryOf,
  type LabelFilter,
  type RepeatableField,
} from '../core/labels/list/labelFilter.ts';
import type { LabelList } from '../core/labels/list/labelList.ts';
import { countByStatus } from '../core/labels/list/statusCounts.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { displayText } from '../core/text/displayText.ts';
import type { FilterMemory } from './filterMemory.ts';
import { pickLabelFilter } from './filterPicker.ts';
import type { LabelsTree } from './labelsTree.ts';
import type { ListsByAccount } from './listsByAccount.ts';
import { quickInputAnswer } from './quickInputAnswer.ts';

/** What the labels are filtered in, and where filters are kept. */
export interface LabelFiltersOptions {
  readonly accounts: LabelAccounts;
  readonly lists: ListsByAccount;
  readonly tree: LabelsTree;
  readonly memory: FilterMemory;
  readonly statusNames: () => StatusNames;
  /** Runs an action of an account's list; the view shows that something is under way. */
  readonly load: (account: LabelAccount, action: () => Promise<void>) => Promise<void>;
  readonly log: Log;
}

/** The questions about what the labels of each account are filtered by. */
export class LabelFilters {
  readonly #options: LabelFiltersOptions;
  /** The statuses of the labels that lists have shown before. */
  readonly #seenBefore = new WeakMap<LabelList, ReadonlySet<number>>();

  constructor(options: LabelFiltersOptions) {
    this.#options = options;
  }

  /** The statuses that labels of an account have, as far as its list has shown them, whatever its filter. */
  statusesSeen(account: LabelAccount): ReadonlySet<number> {
    const list = this.#options.lists.of(account);
    const statuses = new Set(this.#seenBefore.get(list));
    for (const entry of list.entries) {
      if (entry.kind === 'label' && entry.label.labelStatus !== undefined) {
        statuses.add(entry.label.labelStatus);
      }
    }
    return statuses;
  }

  /** Lets the user filter the labels of an account. */
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
      statuses: this.statusesSeen(account),
      countStatuses: async (statuses, onCount, signal) => {
        try {
          await countByStatus(account.repository, list.filter, statuses, onCount, signal);
        } catch (error) {
          this.#options.log.debug(`Statuses could not be counted: ${reasonOf(error)}`);
        }
      },
    });
    if (chosen !== undefined) {
      await this.#set(account, chosen);
      await this.#options.tree.revealAccount(account, { expand: true });
    }
  }

  /** Clears the filter of the only one of `accounts` that has one, or of the one that the user chooses. */
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

  /** Asks for a name for the filter of an account, under which it can be chosen from then on. */
  async save(account: LabelAccount): Promise<void> {
    const { memory, statusNames } = this.#options;
    const filter = queryOf(this.#of(account));
    if (isEmptyFilter(filter)) {
      await notify(
        'information',
        vscode.l10n.t('Filter the labels first: there is no filter to save.'),
      );
      return;
    }
    const summary = labelFilterSummary(filter, statusNames());
    const input = vscode.window.createInputBox();
    input.title = this.#titleFor(account, vscode.l10n.t('Save Filter'));
    input.placeholder = vscode.l10n.t('Name');
    input.prompt = summary;
    const { id } = account.account;
    const taken = new Set(memory.saved(id).map(({ name }) => name));
    const subscription = input.onDidChangeValue((value) => {
      const isTaken = taken.has(value.trim());
      input.validationMessage = isTaken
        ? {
            message: vscode.l10n.t('This takes the place of the filter of that name.'),
            severity: vscode.InputBoxValidationSeverity.Warning,
          }
        : undefined;
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

  /** Shows only the labels of an account whose code, or name, others have too. */
  async showRepeated(account: LabelAccount): Promise<void> {
    const items: (vscode.QuickPickItem & { readonly repeated: RepeatableField })[] = [
      { repeated: 'labelCode', label: vscode.l10n.t('Codes that occur more than once') },
      { repeated: 'labelName', label: vscode.l10n.t('Names that occur more than once') },
    ];
    const item = await vscode.window.showQuickPick(items, {
      title: this.#titleFor(account, vscode.l10n.t('Duplicates')),
      placeHolder: vscode.l10n.t('All labels are read for it'),
    });
    if (item === undefined) {
      return;
    }
    const before = this.#of(account);
    const title = vscode.l10n.t('Looking for duplicates in {0}', displayText(account.label));
    await notifyProgress(title, async (_, signal) => {
      try {
        await this.#set(account, { repeated: item.repeated }, signal);
      } catch (error) {
        // Cancelled: what was there before is shown again.
        await this.#set(account, before);
        throw error;
      }
    });
    await this.#options.tree.revealAccount(account, { expand: true });
  }

  #of(account: LabelAccount): LabelFilter {
    return this.#options.lists.of(account).filter;
  }

  #titleFor(account: LabelAccount, title: string): string {
    return this.#options.tree.isAlone(account) ? title : `${title}: ${displayText(account.label)}`;
  }

  async #set(account: LabelAccount, filter: LabelFilter, signal?: AbortSignal): Promise<void> {
    const { accounts, lists, load, memory } = this.#options;
    const { id } = account.account;
    if (accounts.find(id) === undefined) {
      // Signed out while the user was choosing: what was remembered has been forgotten.
      return;
    }
    this.#seenBefore.set(lists.of(account), this.statusesSeen(account));
    await memory.store(id, filter);
    await load(account, async () => await lists.of(account).setFilter(filter, signal));
  }
}
