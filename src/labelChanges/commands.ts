import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { Proposal } from '../core/labels/changes/proposal.ts';
import { commandIds, labelChangesScheme, viewIds } from '../ids.ts';
import type { ChangesRow } from './changesRows.ts';
import type { LabelChangesOptions } from './createLabelChanges.ts';
import type { ProposalAnswer, Proposer } from './programProposals.ts';
import { SignedOutAccounts } from './signedOutAccounts.ts';

/** How long the labels of accounts that have just become known are read before their runs, in milliseconds. */
const headStart = 1000;

/**
 * Commands for many labels, the view of their changes, and what shows the changes that a program proposes.
 * What is behind them is loaded when one of them is used, or when runs are looked at.
 */
export function labelChanges(options: LabelChangesOptions) {
  const { accounts, clock, log, own } = options;
  const changes = new LazyValue(async () => {
    const { createLabelChanges } = await import('./createLabelChanges.ts');
    return createLabelChanges(options, {
      view,
      showAgain: (rows) => onDidChangeRows.fire(rows),
    });
  });
  const onDidChangeRows = own(new vscode.EventEmitter<ChangesRow[] | undefined>());
  const view: vscode.TreeView<ChangesRow> = own(
    vscode.window.createTreeView(viewIds.changes, {
      treeDataProvider: {
        onDidChangeTreeData: onDidChangeRows.event,
        getChildren: async (row) => await (await changes.get()).rows.getChildren(row),
        getTreeItem: async (row) => (await changes.get()).rows.getTreeItem(row),
      },
    }),
  );
  own(
    vscode.workspace.registerTextDocumentContentProvider(labelChangesScheme, {
      provideTextDocumentContent: async (uri) =>
        (await changes.get()).texts.provideTextDocumentContent(uri),
    }),
  );
  const signedOut = new SignedOutAccounts(accounts);
  const lookAtRuns = async (): Promise<void> =>
    await (await changes.get()).lookAtRuns(signedOut.take());
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
  const commands = {
    [commandIds.setLabelStatus]: async (row, rows) =>
      await (await changes.get()).setStatus(row, rows),
    [commandIds.selectLabelsByList]: async (row) => await (await changes.get()).selectByList(row),
    [commandIds.compareAccounts]: async (row) => await (await changes.get()).compareAccounts(row),
    [commandIds.replaceInLabels]: async (row, rows) =>
      await (await changes.get()).replaceInLabels(row, rows),
    [commandIds.exportLabels]: async (row, rows) =>
      await (await changes.get()).exportLabels(row, rows),
    [commandIds.importLabels]: async (row) => await (await changes.get()).importLabels(row),
    [commandIds.applyLabelChanges]: async (key) => await (await changes.get()).apply(key),
    [commandIds.undoLabelChanges]: async (run) => await (await changes.get()).undo(run),
    [commandIds.undoChanges]: async (row) => await (await changes.get()).undoRow(row),
    [commandIds.retryFailedChanges]: async (row) =>
      await (await changes.get()).sendAgain(row, 'retryFailed'),
    [commandIds.goOnWithChanges]: async (row) => await (await changes.get()).sendAgain(row, 'goOn'),
    [commandIds.showConflicts]: async (row) => await (await changes.get()).showConflicts(row),
    [commandIds.exportChanges]: async (row) => await (await changes.get()).exportChanges(row),
  } satisfies Partial<CommandHandlers>;
  return {
    commands,
    /** The label that a row of the view Changes stands for; undefined if none. It has none until it is loaded. */
    labelOfRow: (row: unknown) => changes.loaded?.labelOfRow(row),
    propose: async (
      account: LabelAccount,
      proposal: Proposal,
      proposer: Proposer,
    ): Promise<ProposalAnswer> => await (await changes.get()).propose(account, proposal, proposer),
  };
}
