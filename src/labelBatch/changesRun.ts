import * as vscode from 'vscode';
import { abortSignalFrom } from '../core/base/abort.ts';
import type { AccountId } from '../core/base/account.ts';
import type { Clock } from '../core/base/clock.ts';
import type { Disposable } from '../core/base/disposable.ts';
import { CancelledError } from '../core/base/errors/cancelledError.ts';
import { reasonOf } from '../core/base/errors/reasonOf.ts';
import { SessionExpiredError } from '../core/base/errors/sessionExpiredError.ts';
import type { Log } from '../core/base/log.ts';
import {
  updateLabels,
  type BulkUpdateResult,
  type DoneUpdate,
  type LabelUpdate,
} from '../core/labels/bulkUpdate.ts';
import {
  afterSendingAgain,
  emptyOutcome,
  type ChangesOutcome,
  type SentAgain,
} from '../core/labels/changesOutcome.ts';
import type { LabelAccount } from '../core/labels/labelAccounts.ts';
import { canUndo, planUndo, type UndoPlan } from '../core/labels/labelUndo.ts';
import { percentSteps } from '../core/labels/percentSteps.ts';
import { commandIds, contextKeys } from '../ids.ts';
import type { BatchTexts } from './batchTexts.ts';
import { showChangesSummary } from './changesSummary.ts';
import { formatNumber } from './formatNumber.ts';
import { readCurrentLabels } from './readCurrentLabels.ts';

/** What a run works with. */
export interface ChangesRunOptions {
  readonly texts: BatchTexts;
  readonly findAccount: (id: AccountId) => LabelAccount | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Changes that were sent, with the old values. */
interface Undoable {
  readonly accountId: AccountId;
  readonly done: readonly DoneUpdate[];
}

/** Changes that are being sent, in one go or several. */
interface Run {
  readonly accountId: AccountId;
  /** What there is to send of `updates`: asked before each sending. */
  readonly plan: (account: LabelAccount, updates: readonly LabelUpdate[]) => Promise<UndoPlan>;
}

/** Sends changes, says what came of them, and keeps the old values for as long as the window is open. */
export class ChangesRun implements Disposable {
  readonly #options: ChangesRunOptions;
  readonly #ending = new AbortController();
  #undoable: Undoable | undefined;

  constructor(options: ChangesRunOptions) {
    this.#options = options;
  }

  /** Sends `updates`, with a notification that counts and cancels and then gives way to a summary. */
  async start({ account }: LabelAccount, updates: readonly LabelUpdate[]): Promise<void> {
    const run: Run = {
      accountId: account.id,
      plan: async (_account, planned) => await Promise.resolve({ updates: planned, leftAlone: [] }),
    };
    await this.#follow(run, await this.#send(run, updates));
  }

  /**
   * Brings back the old values of the last run, where the service still has what that run wrote. It is
   * a run too, and can be undone. Throws `CancelledError`, `SessionExpiredError`, and what the
   * repository throws, before anything is sent: then it can be tried again.
   */
  async undo(): Promise<void> {
    const undoable = this.#undoable;
    if (undoable === undefined) {
      return;
    }
    const { accountId, done } = undoable;
    const doneById = new Map(done.map((update) => [update.label.id, update]));
    const run: Run = {
      accountId,
      plan: async (account, updates) => {
        const undone = updates.flatMap(({ label }) => doneById.get(label.id) ?? []);
        const wanted = new Map(undone.map(({ updated }) => [updated.id, updated.labelCode]));
        return planUndo(undone, await readCurrentLabels(account, wanted));
      },
    };
    // Taken away before, so that it is not undone twice at a time.
    await this.#remember(undefined);
    let outcome: ChangesOutcome | undefined;
    try {
      outcome = await this.#send(run, done);
    } finally {
      if (this.#undoable === undefined && hasUndoneNothing(outcome)) {
        await this.#remember(undoable);
      }
    }
    await this.#follow(run, outcome);
  }

  dispose(): void {
    this.#ending.abort();
  }

  /** Says what a run has come to, and does what the user wants about it. */
  async #follow(run: Run, first: ChangesOutcome): Promise<void> {
    let outcome = first;
    for (;;) {
      const { done } = outcome;
      if (done.length > 0) {
        await this.#remember({ accountId: run.accountId, done });
      }
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
          await this.#remember({ accountId: run.accountId, done });
          await vscode.commands.executeCommand(commandIds.undoLabelChanges);
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
    const account = this.#options.findAccount(run.accountId);
    if (account === undefined) {
      throw new SessionExpiredError(run.accountId);
    }
    const plan = await run.plan(account, updates);
    if (plan.updates.length === 0) {
      return { ...emptyOutcome, leftAlone: plan.leftAlone };
    }
    const result = await this.#sendWithProgress(account, plan.updates);
    this.#readBack(account, result.done);
    return { ...result, leftAlone: plan.leftAlone };
  }

  async #sendWithProgress(
    { repository }: LabelAccount,
    updates: readonly LabelUpdate[],
  ): Promise<BulkUpdateResult> {
    const count = formatNumber(updates.length);
    return await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        cancellable: true,
        title: vscode.l10n.t('Changing labels'),
      },
      async (progress, token) => {
        const report = percentSteps((finished, _total, increment) => {
          const message = vscode.l10n.t('{0} of {1}', formatNumber(finished), count);
          progress.report({ message, increment });
        });
        return await updateLabels(updates, {
          target: repository,
          clock: this.#options.clock,
          signal: AbortSignal.any([abortSignalFrom(token), this.#ending.signal]),
          onProgress: (finished) => report(finished, updates.length),
        });
      },
    );
  }

  /** In the background: what else the service has set, such as a time, is worth no wait. */
  #readBack({ repository }: LabelAccount, done: readonly DoneUpdate[]): void {
    const sent = done.map(({ updated }) => updated);
    repository.readBack(sent, this.#ending.signal).catch((error: unknown) => {
      if (!(error instanceof CancelledError)) {
        this.#options.log.debug(`Changed labels could not be read back: ${reasonOf(error)}`);
      }
    });
  }

  async #remember(undoable: Undoable | undefined): Promise<void> {
    this.#undoable = undoable !== undefined && canUndo(undoable.done) ? undoable : undefined;
    await vscode.commands.executeCommand(
      'setContext',
      contextKeys.canUndoLabelChanges,
      this.#undoable !== undefined,
    );
  }
}

/** Whether an undo has yet to be done, all of it. */
function hasUndoneNothing(outcome: ChangesOutcome | undefined): boolean {
  if (outcome === undefined) {
    return true;
  }
  const { done, failed, notSent } = outcome;
  return done.length === 0 && failed.length + notSent.length > 0;
}
