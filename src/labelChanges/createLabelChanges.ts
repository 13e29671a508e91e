import { join } from 'node:path';
import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { SignedInAccounts } from '../accounts/signedInAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Label } from '../core/api/label.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { ChangeJournal } from '../core/labels/changes/journal.ts';
import type { JournalLimits } from '../core/labels/changes/journalLimits.ts';
import type { RunRecord } from '../core/labels/changes/runRecord.ts';
import type { LabelFilter } from '../core/labels/list/labelFilter.ts';
import { AccountLock } from '../core/locks/accountLock.ts';
import { ChangeProposals } from './changeProposals.ts';
import { ChangesReview } from './changesReview.ts';
import { labelOfChangesRow, runIdOf } from './changesRows.ts';
import { ChangesRuns, type ChangesRunsOptions, type RunPart } from './changesRuns.ts';
import { ChangesStatusBarItem } from './changesStatusBarItem.ts';
import { ChangesView, type ChangesTree } from './changesView.ts';
import { pickScope, type LabelScope } from './labelScope.ts';
import { ProgramProposals } from './programProposals.ts';
import { ReadOnlyTexts } from './readOnlyTexts.ts';
import type { SetStatusOptions } from './setStatus.ts';

/** What changes of many labels need. */
export interface LabelChangesOptions
  extends
    Omit<ChangesRunsOptions, 'texts' | 'journal' | 'turns'>,
    Omit<SetStatusOptions, 'proposals'> {
  readonly accounts: SignedInAccounts;
  /** Path of the script of the thread that replaces in texts. */
  readonly replaceWorker: string;
  /** Where runs are kept. */
  readonly folder: string;
  readonly journalLimits: () => JournalLimits;
  /** Returns the labels that are meant, called with a row and all selected ones; no account if none. */
  readonly chooseLabels: (
    row: unknown,
    rows: unknown,
  ) => Promise<{ readonly account: LabelAccount | undefined; readonly labels: readonly Label[] }>;
  /** Returns the account that is meant, called with a row; undefined if the user leaves. */
  readonly chooseAccount: (row: unknown) => Promise<LabelAccount | undefined>;
  /** Returns the labels of an account that are meant by a row and all selected ones, if any. */
  readonly labelsCalledOn: (account: LabelAccount, row: unknown, rows: unknown) => readonly Label[];
  /** Returns the labels of an account that are selected in the view. */
  readonly selectedLabels: (account: LabelAccount) => readonly Label[];
  /** Returns what the labels of an account are filtered by. */
  readonly filterOf: (account: LabelAccount) => LabelFilter;
  readonly presentError: (error: unknown) => Promise<void>;
  /** Called when a run was carried out, or a part of it. */
  readonly onDidCarryOut: (record: RunRecord) => void;
  /** Disposes of what is given along with the extension, and returns it. */
  readonly own: <T extends Disposable>(part: T) => T;
}

/** Builds what is behind the commands for many labels, the view Changes and the proposals of programs. */
export function createLabelChanges(options: LabelChangesOptions, tree: ChangesTree) {
  const { accounts, chooseAccount, chooseLabels, clock, filterOf, folder, own } = options;
  const { labelsCalledOn, selectedLabels, statusNames } = options;
  const texts = own(new ReadOnlyTexts());
  const journal = new ChangeJournal({ folder, clock, limits: options.journalLimits });
  // In a folder of its own: the journal's is watched, and a lock shows all the time that it is held.
  const turns = new AccountLock(join(folder, 'turns'), clock);
  const runs = own(new ChangesRuns({ ...options, journal, turns, texts }));
  const view = own(new ChangesView({ ...options, journal, runs, texts, tree }));
  const status = own(new ChangesStatusBarItem());
  runs.onDidChange(() => {
    view.update();
    status.show(runs.labelsUnderWay);
  });
  runs.onDidCarryOut((record) => options.onDidCarryOut(record));
  const review = own(new ChangesReview(texts));
  const proposals = new ChangeProposals({ ...options, review, runs });
  const programProposals = new ProgramProposals({ ...options, proposals });
  const replacer = new LazyValue(async () => {
    const { LabelReplacer } = await import('./replaceInLabels.ts');
    return new LabelReplacer({ ...options, proposals });
  });
  /** For one account: that of the row, the only one, or the one that the user picks. */
  const ofAccount =
    (run: (account: LabelAccount) => Promise<void>) =>
    async (row: unknown): Promise<void> => {
      await accounts.requireAccount();
      const account = await chooseAccount(row);
      if (account !== undefined) {
        await run(account);
      }
    };
  /** The labels that a command is about; a row that it was called on leaves nothing to be asked. */
  const chooseScope = async (row: unknown, rows: unknown, title: string) => {
    await accounts.requireAccount();
    const account = await chooseAccount(row);
    if (account === undefined) {
      return undefined;
    }
    const labels = labelsCalledOn(account, row, rows);
    if (labels.length > 0) {
      return { account, scope: { kind: 'labels', labels } as const };
    }
    const selected = selectedLabels(account);
    const scope = await pickScope({
      title,
      // One alone is where the user happens to be.
      selected: selected.length === 1 ? [] : selected,
      filter: filterOf(account),
      names: statusNames(),
    });
    return scope && { account, scope };
  };
  const setStatusOf = async (account: LabelAccount, labels: readonly Label[]): Promise<void> => {
    const { setStatus } = await import('./setStatus.ts');
    await setStatus(account, labels, { ...options, proposals });
  };
  const exportScope = async (account: LabelAccount, scope: LabelScope): Promise<void> => {
    const { exportToFile } = await import('./exportToFile.ts');
    await exportToFile(account, scope, options);
  };
  const replaceInScope = async (account: LabelAccount, scope: LabelScope): Promise<void> =>
    await (await replacer.get()).replace(account, scope);
  return {
    texts,
    rows: view.rows,
    labelOfRow: labelOfChangesRow,
    propose: programProposals.propose.bind(programProposals),
    /** What a window that died has left is looked at once somebody is signed in. */
    lookAtRuns: async (signedOut: ReadonlyMap<AccountId, string>): Promise<void> => {
      await Promise.all([runs.recover(), runs.askWhetherToForget(signedOut)]);
    },
    setStatus: async (row: unknown, rows: unknown): Promise<void> => {
      await accounts.requireAccount();
      const { account, labels } = await chooseLabels(row, rows);
      if (account !== undefined) {
        await setStatusOf(account, labels);
      }
    },
    selectByList: ofAccount(async (account) => {
      const { selectByList } = await import('./selectByList.ts');
      await selectByList(account, {
        clock,
        texts,
        setStatus: async (labels) => await setStatusOf(account, labels),
        replace: async (labels) => await replaceInScope(account, { kind: 'labels', labels }),
        exportLabels: async (labels) => await exportScope(account, { kind: 'labels', labels }),
      });
    }),
    compareAccounts: ofAccount(async (account) => {
      const { compareAccounts } = await import('./compareAccounts.ts');
      await compareAccounts(account, { ...options, proposals, review });
    }),
    replaceInLabels: async (row: unknown, rows: unknown): Promise<void> => {
      const chosen = await chooseScope(row, rows, vscode.l10n.t('Replace in Labels'));
      if (chosen !== undefined) {
        await replaceInScope(chosen.account, chosen.scope);
      }
    },
    exportLabels: async (row: unknown, rows: unknown): Promise<void> => {
      const chosen = await chooseScope(row, rows, vscode.l10n.t('Export Labels'));
      if (chosen !== undefined) {
        await exportScope(chosen.account, chosen.scope);
      }
    },
    importLabels: ofAccount(async (account) => {
      const { importLabels } = await import('./importLabels.ts');
      await importLabels(account, { clock, proposals, texts });
    }),
    apply: async (key: string | undefined) => await review.apply(key),
    undo: async (run: string | undefined) => await runs.undo(run),
    undoRow: async (row: unknown) => await runs.undo(runIdOf(row)),
    sendAgain: async (row: unknown, part: RunPart) => await runs.sendAgain(runIdOf(row), part),
    showConflicts: async (row: unknown) => await view.showConflicts(runIdOf(row)),
    exportChanges: async (row: unknown) => await view.export(runIdOf(row)),
  };
}
