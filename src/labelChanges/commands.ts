import { join } from 'node:path';
import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { SignedInAccounts } from '../accounts/signedInAccounts.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { Label } from '../core/api/label.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { ChangeJournal } from '../core/labels/changes/journal.ts';
import type { JournalLimits } from '../core/labels/changes/journalLimits.ts';
import type { Proposal } from '../core/labels/changes/proposal.ts';
import type { RunRecord } from '../core/labels/changes/runRecord.ts';
import type { LabelFilter } from '../core/labels/list/labelFilter.ts';
import { commandIds } from '../ids.ts';
import { runIdOf } from './changesRows.ts';
import type { ChangesRunsOptions } from './changesRuns.ts';
import { ChangesStatusBarItem } from './changesStatusBarItem.ts';
import { ChangesView } from './changesView.ts';
import { pickScope, type LabelScope } from './labelScope.ts';
import type { ProposalAnswer, Proposer } from './programProposals.ts';
import { ReadOnlyTexts } from './readOnlyTexts.ts';
import type { SetStatusOptions } from './setStatus.ts';
import { SignedOutAccounts } from './signedOutAccounts.ts';

/** What the commands for many labels need. */
export interface LabelChangesCommandsOptions
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

/** How long the labels of accounts that have just become known are read before their runs, in milliseconds. */
const headStart = 1000;

/**
 * Commands for many labels, and what shows the changes that a program proposes. What is behind them is
 * loaded when one of them is used.
 */
export function labelChanges(options: LabelChangesCommandsOptions) {
  const { accounts, chooseAccount, chooseLabels, clock, filterOf, folder, log, own } = options;
  const { labelsCalledOn, selectedLabels, statusNames } = options;
  const texts = own(new ReadOnlyTexts());
  const journal = new ChangeJournal({ folder, clock, limits: options.journalLimits });
  const changes = new LazyValue(async () => {
    const { ChangeProposals } = await import('./changeProposals.ts');
    const { ChangesReview } = await import('./changesReview.ts');
    const { ChangesRuns } = await import('./changesRuns.ts');
    const { AccountLock } = await import('../core/locks/accountLock.ts');
    // In a folder of its own: the journal's is watched, and a lock shows all the time that it is held.
    const turns = new AccountLock(join(folder, 'turns'), clock);
    const runs = own(new ChangesRuns({ ...options, journal, turns, texts }));
    const status = own(new ChangesStatusBarItem());
    runs.onDidChange(() => {
      view.update();
      status.show(runs.labelsUnderWay);
    });
    runs.onDidCarryOut((record) => options.onDidCarryOut(record));
    const review = own(new ChangesReview(texts));
    const proposals = new ChangeProposals({ ...options, review, runs });
    return { proposals, review, runs };
  });
  const replacer = new LazyValue(async () => {
    const { LabelReplacer } = await import('./replaceInLabels.ts');
    return new LabelReplacer({ ...options, ...(await changes.get()) });
  });
  const programProposals = new LazyValue(async () => {
    const { ProgramProposals } = await import('./programProposals.ts');
    return new ProgramProposals({ ...options, ...(await changes.get()) });
  });
  const propose = async (
    account: LabelAccount,
    proposal: Proposal,
    proposer: Proposer,
  ): Promise<ProposalAnswer> =>
    await (await programProposals.get()).propose(account, proposal, proposer);
  const view = own(new ChangesView({ ...options, journal, changes, texts }));
  const signedOut = new SignedOutAccounts(accounts);
  const lookAtRuns = async (): Promise<void> => {
    const { runs } = await changes.get();
    // What a window that died has left is looked at once somebody is signed in.
    await Promise.all([runs.recover(), runs.askWhetherToForget(signedOut.take())]);
  };
  let scheduled: Disposable | undefined;
  own({ dispose: () => scheduled?.dispose() });
  own(
    accounts.onDidChange(() => {
      signedOut.note();
      scheduled ??= clock.schedule(headStart, () => {
        scheduled = undefined;
        lookAtRuns().catch((error: unknown) =>
          log.warn(`Changes could not be read: ${reasonOf(error)}`),
        );
      });
    }),
  );
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
    await setStatus(account, labels, { ...options, ...(await changes.get()) });
  };
  const exportScope = async (account: LabelAccount, scope: LabelScope): Promise<void> => {
    const { exportToFile } = await import('./exportToFile.ts');
    await exportToFile(account, scope, options);
  };
  const replaceInScope = async (account: LabelAccount, scope: LabelScope): Promise<void> =>
    await (await replacer.get()).replace(account, scope);
  const commands = {
    [commandIds.setLabelStatus]: async (row, rows) => {
      await accounts.requireAccount();
      const { account, labels } = await chooseLabels(row, rows);
      if (account !== undefined) {
        await setStatusOf(account, labels);
      }
    },
    [commandIds.selectLabelsByList]: ofAccount(async (account) => {
      const { selectByList } = await import('./selectByList.ts');
      await selectByList(account, {
        clock,
        texts,
        setStatus: async (labels) => await setStatusOf(account, labels),
        replace: async (labels) => await replaceInScope(account, { kind: 'labels', labels }),
        exportLabels: async (labels) => await exportScope(account, { kind: 'labels', labels }),
      });
    }),
    [commandIds.compareAccounts]: ofAccount(async (account) => {
      const { compareAccounts } = await import('./compareAccounts.ts');
      await compareAccounts(account, { ...options, ...(await changes.get()) });
    }),
    [commandIds.replaceInLabels]: async (row, rows) => {
      const chosen = await chooseScope(row, rows, vscode.l10n.t('Replace in Labels'));
      if (chosen !== undefined) {
        await replaceInScope(chosen.account, chosen.scope);
      }
    },
    [commandIds.exportLabels]: async (row, rows) => {
      const chosen = await chooseScope(row, rows, vscode.l10n.t('Export Labels'));
      if (chosen !== undefined) {
        await exportScope(chosen.account, chosen.scope);
      }
    },
    [commandIds.importLabels]: ofAccount(async (account) => {
      const { importLabels } = await import('./importLabels.ts');
      const { proposals } = await changes.get();
      await importLabels(account, { clock, proposals, texts });
    }),
    [commandIds.applyLabelChanges]: async (key) => await (await changes.get()).review.apply(key),
    [commandIds.undoLabelChanges]: async (run) => await (await changes.get()).runs.undo(run),
    [commandIds.undoChanges]: async (row) => await (await changes.get()).runs.undo(runIdOf(row)),
    [commandIds.retryFailedChanges]: async (row) =>
      await (await changes.get()).runs.sendAgain(runIdOf(row), 'retryFailed'),
    [commandIds.goOnWithChanges]: async (row) =>
      await (await changes.get()).runs.sendAgain(runIdOf(row), 'goOn'),
    [commandIds.showConflicts]: async (row) => await view.showConflicts(runIdOf(row)),
    [commandIds.exportChanges]: async (row) => await view.export(runIdOf(row)),
  } satisfies Partial<CommandHandlers>;
  return { commands, propose };
}
