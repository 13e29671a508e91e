import { join } from 'node:path';
import * as vscode from 'vscode';
import type { LabelUpdates } from '../accounts/labelUpdates.ts';
import type { SendReviewed } from '../accounts/reviewedSaves.ts';
import type { SignedInAccounts } from '../accounts/signedInAccounts.ts';
import { onDidRegainFocus } from '../commands/windowFocus.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { StorageError } from '../core/errors/storageError.ts';
import { AbandonedRuns } from '../core/labels/changes/journal/abandonedRuns.ts';
import { ChangeJournal } from '../core/labels/changes/journal/journal.ts';
import type { JournalLimits } from '../core/labels/changes/journal/journalLimits.ts';
import type { RunRecord } from '../core/labels/changes/journal/runRecord.ts';
import type { RunSummary } from '../core/labels/changes/journal/runSummary.ts';
import { LabelEdits } from '../core/labels/changes/run/labelEdits.ts';
import { AccountLock } from '../core/locks/accountLock.ts';
import type { Log } from '../core/log/log.ts';
import { notify } from '../surfaces/notify.ts';
import { readWebviewAssets } from '../webview/webviewPage.ts';
import { BulkChangeRunner, type BulkChangeRunnerOptions } from './bulkChangeRunner.ts';
import { ChangeProposals } from './changeProposals.ts';
import { labelOfChangesRow } from './changesRows.ts';
import { ChangesStatusBarItem } from './changesStatusBarItem.ts';
import { type ChangesTree, ChangesView } from './changesView.ts';
import { labelChangesCommands, type LabelChangesCommandsOptions } from './commands.ts';
import { ReadOnlyTexts } from './readOnlyTexts.ts';
import { ChangesReview } from './review/changesReview.ts';
import { ToolProposals } from './toolProposals.ts';
import { UndoRedo } from './undoRedo.ts';

/** Dependencies of bulk changes. */
export interface LabelChangesOptions
  extends
    Omit<BulkChangeRunnerOptions, 'texts' | 'journal' | 'lock'>,
    Omit<
      LabelChangesCommandsOptions,
      'texts' | 'runs' | 'view' | 'proposals' | 'undoRedo' | 'journal' | 'review'
    > {
  readonly accounts: SignedInAccounts;
  /** Folder of the built grid. */
  readonly gridFolder: string;
  /** Folder of the stored runs. */
  readonly folder: string;
  readonly journalLimits: () => JournalLimits;
  readonly presentError: (error: unknown) => Promise<void>;
  /** Called when a run, or part of it, was carried out. */
  readonly onDidCarryOut: (record: RunRecord) => void;
  /** Registers `part` for disposal with the extension, and returns it. */
  readonly own: <T extends Disposable>(part: T) => T;
}

/** Creates the parts behind the bulk commands, the Changes view and the proposals of programs. */
export function createLabelChanges(options: LabelChangesOptions, tree: ChangesTree) {
  const { clock, folder, own } = options;
  const texts = own(new ReadOnlyTexts());
  const journal = new ChangeJournal({ folder, clock, limits: options.journalLimits });
  // Use a separate folder: the journal's folder is watched, and a held lock keeps updating its file.
  const lock = new AccountLock(join(folder, 'turns'), clock);
  const runs = own(new BulkChangeRunner({ ...options, journal, lock, texts }));
  const recover = async (run: RunSummary): Promise<void> => await runs.recover(run);
  const abandonedRuns = own(new AbandonedRuns({ ...options, journal, recover }));
  const view = own(new ChangesView({ ...options, journal, tree }));
  const status = own(new ChangesStatusBarItem());
  runs.onDidChange(() => {
    view.update();
    status.show(runs.labelsUnderWay);
  });
  runs.onDidCarryOut((record) => options.onDidCarryOut(record));
  runs.onDidStop(() => abandonedRuns.findSoon());
  own(
    // A user who closes a window in the middle of a run continues in another window.
    onDidRegainFocus(vscode.window, () => abandonedRuns.findSoon()),
  );
  const recoverRuns = async (): Promise<void> => {
    // Report first: the journal may delete runs.
    await abandonedRuns.find();
    await journal.trim(options.log);
    await runs.updateUndoRedoKeys();
  };
  const gridAssets = new LazyValue(async () => await readWebviewAssets(options.gridFolder));
  const review = own(new ChangesReview({ ...options, gridAssets, runs }));
  const proposals = new ChangeProposals({ ...options, review, runs });
  const undoRedo = new UndoRedo({ ...options, journal, review, proposals, runs });
  const toolProposals = new ToolProposals({ ...options, proposals, runs });
  return {
    texts,
    updates: recordedUpdates({ clock, journal, log: options.log }),
    rows: view.rows,
    labelOfRow: labelOfChangesRow,
    sendReviewed: (async (save) => await proposals.save(save)) satisfies SendReviewed,
    propose: toolProposals.propose.bind(toolProposals),
    /** Recovers the runs of closed windows, and asks about the runs of signed-out accounts. */
    checkRuns: async (signedOut: ReadonlyMap<AccountId, string>): Promise<void> => {
      await Promise.all([recoverRuns(), runs.askToForget(signedOut)]);
    },
    commands: labelChangesCommands({
      ...options,
      texts,
      runs,
      view,
      proposals,
      undoRedo,
      journal,
      review,
    }),
  };
}

interface RecordedUpdatesOptions {
  readonly journal: ChangeJournal;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns functions that update single labels and record the updates in the journal. */
function recordedUpdates({ clock, journal, log }: RecordedUpdatesOptions): LabelUpdates {
  let isSaid = false;
  const onDidFail = (error: StorageError): void => {
    log.warn(`An edit could not be recorded: ${reasonOf(error)}`);
    // Notify once per window: a save must not wait for the notification, nor show one each time.
    if (!isSaid) {
      isSaid = true;
      const message = vscode.l10n.t(
        'Labels are saved, but not recorded in the Changes view. {0}',
        error.message,
      );
      void notify('warning', message);
    }
  };
  const edits = new LabelEdits({ journal, clock, onDidFail });
  return {
    prepare: () => edits.prepare(),
    update: async ({ account, repository }, label, changes, signal) =>
      await edits.record(
        { account, label, changes },
        async () => await repository.update(label, changes, signal),
      ),
  };
}
