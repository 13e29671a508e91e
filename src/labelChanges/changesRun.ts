import * as vscode from 'vscode';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { notify } from '../commands/notify.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import { SessionExpiredError } from '../core/errors/sessionExpiredError.ts';
import type { LabelUpdate } from '../core/labels/changes/bulkUpdate.ts';
import {
  afterSendingAgain,
  emptyOutcome,
  type ChangesOutcome,
  type SentAgain,
} from '../core/labels/changes/changesOutcome.ts';
import { planUndo, type UndoPlan } from '../core/labels/changes/labelUndo.ts';
import { UndoStack, type StartedUndo, type UndoableRun } from '../core/labels/changes/undoStack.ts';
import { commandIds, contextKeys } from '../ids.ts';
import { ChangesSender, type ChangesSenderOptions } from './changesSender.ts';
import { showChangesSummary } from './changesSummary.ts';
import { readCurrentLabels } from './readCurrentLabels.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';

/** What a run needs. */
export interface ChangesRunOptions extends ChangesSenderOptions {
  readonly accounts: LabelAccounts;
  readonly texts: ReadOnlyTexts;
}

/** Changes that are being sent, in one go or several. */
interface Run extends UndoableRun {
  /** Key of the run that this one undoes. */
  readonly undoneKey?: number;
  /** Returns what there is to send of `updates`; called before each sending. */
  readonly plan: (account: LabelAccount, updates: readonly LabelUpdate[]) => Promise<UndoPlan>;
}

/** Sends changes, says what came of them, and keeps the old values for as long as the window is open. */
export class ChangesRun implements Disposable {
  readonly #options: ChangesRunOptions;
  readonly #sender: ChangesSender;
  readonly #undoable = new UndoStack();

  constructor(options: ChangesRunOptions) {
    this.#options = options;
    this.#sender = new ChangesSender(options);
  }

  /** Sends `updates`, with a notification that counts and cancels and then gives way to a summary. */
  async start({ account }: LabelAccount, updates: readonly LabelUpdate[]): Promise<void> {
    const run: Run = {
      ...this.#undoable.newRun(account.id),
      plan: async (_account, planned) => await Promise.resolve({ updates: planned, leftAlone: [] }),
    };
    await this.#follow(run, await this.#send(run, updates));
  }

  /**
   * Brings back the old values of the run `key`, by default the last one, where the service still has
   * what that run wrote. It is a run too, and can be undone. Throws `CancelledError`,
   * `SessionExpiredError`, and what the repository throws, before anything is sent: then it can be
   * tried again.
   */
  async undo(key?: number): Promise<void> {
    const undo = this.#undoable.begin(key);
    if (undo === undefined) {
      await notify('information', vscode.l10n.t('There is nothing to undo now.'));
      return;
    }
    const run = this.#undoRun(undo);
    let outcome: ChangesOutcome;
    try {
      // Meanwhile it cannot be undone a second time.
      await this.#showWhetherCanUndo();
      outcome = await this.#send(run, undo.done);
    } finally {
      this.#undoable.end(undo);
      await this.#showWhetherCanUndo();
    }
    await this.#follow(run, outcome);
  }

  dispose(): void {
    this.#sender.dispose();
  }

  #undoRun({ done, run, undoneKey }: StartedUndo): Run {
    return {
      ...run,
      undoneKey,
      plan: async (account, updates) => {
        const ids = new Set(updates.map(({ label }) => label.id));
        const undone = done.filter(({ label }) => ids.has(label.id));
        const wanted = new Map(undone.map(({ updated }) => [updated.id, updated.labelCode]));
        const ready = this.#sender.readBackEnded();
        const current = await readCurrentLabels(account, wanted, this.#options.clock, ready);
        return planUndo(this.#sender.asReadBack(undone), current);
      },
    };
  }

  /** Says what a run has come to, and does what the user wants about it. */
  async #follow(run: Run, first: ChangesOutcome): Promise<void> {
    let outcome = first;
    for (;;) {
      const wish = await showChangesSummary(outcome, this.#options.texts);
      switch (wish) {
        case 'retryFailed':
          outcome = await this.#sendAgain(run, outcome, 'failed');
          break;
        case 'sendRest':
          outcome = await this.#sendAgain(run, outcome, 'notSent');
          break;
        case 'undo':
          // This run, even where another one has come after it. As a command, so that its failures
          // offer to try the undo again and not the run.
          await vscode.commands.executeCommand(commandIds.undoLabelChanges, run.key);
          return;
        case undefined:
          return;
      }
    }
  }

  /** Never rejects because of a failure: what is done already must stay in sight. */
  async #sendAgain(run: Run, before: ChangesOutcome, what: SentAgain): Promise<ChangesOutcome> {
    const updates = before[what];
    let result: ChangesOutcome;
    try {
      result = await this.#send(run, updates);
    } catch (error) {
      result =
        error instanceof CancelledError
          ? { ...emptyOutcome, notSent: updates }
          : {
              ...emptyOutcome,
              failed: updates.map(({ label, changes }) => ({ label, changes, error })),
            };
    }
    return afterSendingAgain(before, what, result);
  }

  async #send(run: Run, updates: readonly LabelUpdate[]): Promise<ChangesOutcome> {
    // Not the account of before: signing out and in again has made another of it.
    const account = this.#options.accounts.find(run.accountId);
    if (account === undefined) {
      throw new SessionExpiredError(run.accountId);
    }
    const { leftAlone, updates: planned } = await run.plan(account, updates);
    const outcome: ChangesOutcome =
      planned.length === 0
        ? { ...emptyOutcome, leftAlone }
        : { ...(await this.#sender.send(account, planned)), leftAlone };
    this.#undoable.record(run, outcome, run.undoneKey);
    await this.#showWhetherCanUndo();
    return outcome;
  }

  async #showWhetherCanUndo(): Promise<void> {
    await vscode.commands.executeCommand(
      'setContext',
      contextKeys.canUndoLabelChanges,
      this.#undoable.canUndo,
    );
  }
}
