import * as vscode from 'vscode';
import { assertWritable } from '../accounts/assertWritable.ts';
import type { CommandTargets } from '../accounts/commandTargets.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { SignedInAccounts } from '../accounts/signedInAccounts.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { Clock } from '../core/async/clock.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import type { ChangeJournal } from '../core/labels/changes/journal/journal.ts';
import { commandIds } from '../ids.ts';
import { notify } from '../surfaces/notify.ts';
import type { BulkChangeRunner } from './bulkChangeRunner.ts';
import type { ChangeProposals } from './changeProposals.ts';
import { runIdOf, runToResume, undoRedoSubjectOf } from './changesRows.ts';
import type { ChangesView } from './changesView.ts';
import { pickScope, type LabelScope } from './labelScope.ts';
import type { OpenAsTableOptions } from './openAsTable.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';
import { reviewConflicts, type ReviewConflictsOptions } from './reviewConflicts.ts';
import { setStatus, type SetStatusOptions } from './setStatus.ts';
import type { LabelOfChanges } from './showLabelChanges.ts';
import type { UndoRedo } from './undoRedo.ts';

/** Dependencies of the bulk commands. */
export interface LabelChangesCommandsOptions
  extends ReviewConflictsOptions, SetStatusOptions, CommandTargets, OpenAsTableOptions {
  readonly accounts: SignedInAccounts;
  readonly clock: Clock;
  readonly texts: ReadOnlyTexts;
  readonly runs: BulkChangeRunner;
  readonly view: ChangesView;
  readonly proposals: ChangeProposals;
  readonly undoRedo: UndoRedo;
  readonly journal: ChangeJournal;
  /** Returns the label of the row or editor that a command is run on; undefined if there is none. */
  readonly targetLabel: (argument: unknown) => LabelOfChanges | undefined;
  /** Path of the worker script that replaces text. */
  readonly replaceWorker: string;
  /** Path of the worker script that writes and reads spreadsheets. */
  readonly spreadsheetWorker: string;
}

/** Handlers of the bulk commands and of the commands for runs. */
export function labelChangesCommands(options: LabelChangesCommandsOptions) {
  const { accounts, chooseAccount, chooseLabels, clock, filterOf, isRow, targetLabel } = options;
  const { labelsCalledOn, proposals, runs, selectedLabels, spreadsheetWorker } = options;
  const { statusNames, texts, undoRedo } = options;
  const replacer = new LazyValue(async () => {
    const { LabelReplacer } = await import('./replaceInLabels.ts');
    return new LabelReplacer(options);
  });
  /** Returns a command handler for one account: that of the row, the only account, or the user's choice. */
  const ofAccount =
    (run: (account: LabelAccount) => Promise<void>) =>
    async (row: unknown): Promise<void> => {
      await accounts.requireAccount();
      const account = await chooseAccount(row);
      if (account !== undefined) {
        await run(account);
      }
    };
  /** Variant of `ofAccount` for a command that changes labels. */
  const ofWritableAccount = (run: (account: LabelAccount) => Promise<void>) =>
    ofAccount(async (account) => {
      assertWritable(account);
      await run(account);
    });
  /**
   * Returns the account and the labels for a command: those of the row that it is run on, otherwise the
   * user's choice. Undefined if cancelled.
   */
  const chooseScope = async (
    row: unknown,
    rows: unknown,
    title: string,
    mayUse: (account: LabelAccount) => void = () => undefined,
  ) => {
    await accounts.requireAccount();
    const account = await chooseAccount(row);
    if (account === undefined) {
      return undefined;
    }
    mayUse(account);
    const labels = labelsCalledOn(account, row, rows);
    if (labels.length > 0) {
      return { account, scope: { kind: 'labels', labels } as const };
    }
    const selected = selectedLabels(account);
    const scope = await pickScope({
      title,
      // A single selected row may just be where the focus is.
      selected: selected.length === 1 ? [] : selected,
      filter: filterOf(account),
      names: statusNames(),
    });
    return scope && { account, scope };
  };
  const exportScope = async (account: LabelAccount, scope: LabelScope): Promise<void> => {
    const { exportToFile } = await import('./exportToFile.ts');
    await exportToFile(account, scope, options);
  };
  const openScope = async (account: LabelAccount, scope: LabelScope): Promise<void> => {
    const { openAsTable } = await import('./openAsTable.ts');
    await openAsTable(account, scope, options);
  };
  return {
    [commandIds.setLabelStatus]: async (row, rows) => {
      await accounts.requireAccount();
      const { account, labels } = await chooseLabels(row, rows);
      if (account !== undefined) {
        assertWritable(account);
        await setStatus(account, labels, options);
      }
    },
    [commandIds.selectLabelsByList]: ofAccount(async (account) => {
      const { selectByList } = await import('./selectByList.ts');
      await selectByList(account, {
        clock,
        texts,
        setStatus: async (labels) => await setStatus(account, labels, options),
        replace: async (labels) => {
          await (await replacer.get()).replace(account, { kind: 'labels', labels });
        },
        openTable: async (labels) => await openScope(account, { kind: 'labels', labels }),
        exportLabels: async (labels) => await exportScope(account, { kind: 'labels', labels }),
      });
    }),
    [commandIds.compareAccounts]: async (row) => {
      await accounts.requireAccount();
      const { compareAccounts } = await import('./compareAccounts.ts');
      await compareAccounts(isRow(row) ? await chooseAccount(row) : undefined, options);
    },
    [commandIds.replaceInLabels]: async (row, rows) => {
      const title = vscode.l10n.t('Replace in Labels');
      const chosen = await chooseScope(row, rows, title, assertWritable);
      if (chosen !== undefined) {
        await (await replacer.get()).replace(chosen.account, chosen.scope);
      }
    },
    [commandIds.openLabelTable]: async (row, rows) => {
      const chosen = await chooseScope(row, rows, vscode.l10n.t('Open as Table'));
      if (chosen !== undefined) {
        await openScope(chosen.account, chosen.scope);
      }
    },
    [commandIds.exportLabels]: async (row, rows) => {
      const chosen = await chooseScope(row, rows, vscode.l10n.t('Export Labels'));
      if (chosen !== undefined) {
        await exportScope(chosen.account, chosen.scope);
      }
    },
    [commandIds.importLabels]: ofWritableAccount(async (account) => {
      const { importLabels } = await import('./importLabels.ts');
      await importLabels(account, { clock, proposals, spreadsheetWorker, texts });
    }),
    [commandIds.undoLabelChanges]: async (run) =>
      await undoRedo.perform('undo', run === undefined ? undefined : { run }),
    [commandIds.redoLabelChanges]: async (run) =>
      await undoRedo.perform('redo', run === undefined ? undefined : { run }),
    [commandIds.undoChanges]: async (row) => await undoRedo.perform('undo', undoRedoSubjectOf(row)),
    [commandIds.redoChanges]: async (row) => await undoRedo.perform('redo', undoRedoSubjectOf(row)),
    [commandIds.retryFailedChanges]: async (row) =>
      await runs.sendAgain(runToResume(row, 'retry'), 'retry'),
    [commandIds.resumeChanges]: async (row) =>
      await runs.sendAgain(runToResume(row, 'resume'), 'resume'),
    [commandIds.showConflicts]: async (row) =>
      await reviewConflicts(runToResume(row, 'overwrite'), options),
    [commandIds.showLabelChanges]: async (row) => {
      const label = targetLabel(row);
      if (label === undefined) {
        await notify('information', vscode.l10n.t('Open or select a label to see its changes.'));
        return;
      }
      const { showLabelChanges } = await import('./showLabelChanges.ts');
      await showLabelChanges(label, options);
    },
    [commandIds.exportChanges]: async (row) => {
      const { exportChanges } = await import('./exportToFile.ts');
      await exportChanges(runIdOf(row), options);
    },
  } satisfies Partial<CommandHandlers>;
}
