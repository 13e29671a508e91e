import * as vscode from 'vscode';
import { abortSignalFrom } from '../core/base/abort.ts';
import type { AccountId } from '../core/base/account.ts';
import type { Clock } from '../core/base/clock.ts';
import { SessionExpiredError } from '../core/base/errors/sessionExpiredError.ts';
import {
  undoOf,
  updateLabels,
  type BulkUpdateResult,
  type DoneUpdate,
  type LabelUpdate,
} from '../core/labels/bulkUpdate.ts';
import type { LabelAccount } from '../core/labels/labelAccounts.ts';
import { resultText } from '../core/labels/labelChangesText.ts';
import { percentSteps } from '../core/labels/percentSteps.ts';
import { contextKeys } from '../ids.ts';
import type { BatchTexts } from './batchTexts.ts';
import { formatNumber } from './formatNumber.ts';

/** What a run works with. */
export interface ChangesRunOptions {
  readonly texts: BatchTexts;
  readonly findAccount: (id: AccountId) => LabelAccount | undefined;
  readonly clock: Clock;
}

interface Undoable {
  readonly accountId: AccountId;
  readonly updates: readonly LabelUpdate[];
}

/** Sends changes, says what came of them, and keeps the old values for as long as the window is open. */
export class ChangesRun {
  readonly #options: ChangesRunOptions;
  #undoable: Undoable | undefined;

  constructor(options: ChangesRunOptions) {
    this.#options = options;
  }

  /** Sends `updates`, with a notification that counts and cancels and then gives way to a summary. */
  async start(account: LabelAccount, updates: readonly LabelUpdate[]): Promise<void> {
    const done: DoneUpdate[] = [];
    let waiting = updates;
    while (waiting.length > 0) {
      const result = await this.#send(account, waiting);
      done.push(...result.done);
      await this.#remember({ accountId: account.account.id, updates: undoOf(done) });
      const wish = await this.#report({ ...result, done });
      if (wish === 'undo') {
        await this.undo();
      }
      waiting = wish === 'retry' ? [...result.failed, ...result.notSent] : [];
    }
  }

  /** Brings back the old values of the last run. That is a run too, and can be undone. */
  async undo(): Promise<void> {
    const undoable = this.#undoable;
    if (undoable === undefined) {
      return;
    }
    await this.#remember(undefined);
    // Not the account of then: signing out and in again has made another of it.
    const account = this.#options.findAccount(undoable.accountId);
    if (account === undefined) {
      throw new SessionExpiredError(undoable.accountId);
    }
    await this.start(account, undoable.updates);
  }

  async #send(account: LabelAccount, updates: readonly LabelUpdate[]): Promise<BulkUpdateResult> {
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
          target: account.repository,
          clock: this.#options.clock,
          signal: abortSignalFrom(token),
          onProgress: (finished) => report(finished, updates.length),
        });
      },
    );
  }

  /** Says what was done, and what the user wants done about it. */
  async #report(result: BulkUpdateResult): Promise<'retry' | 'undo' | undefined> {
    const { done, failed, notSent } = result;
    const isComplete = failed.length === 0 && notSent.length === 0;
    const show = vscode.l10n.t('Show Failures');
    // What was not sent is sent then too, which is more than a retry.
    const retry = notSent.length > 0 ? vscode.l10n.t('Go On') : vscode.l10n.t('Retry Failed');
    const undo = vscode.l10n.t('Undo');
    const buttons = [
      ...(isComplete ? [] : [...(failed.length > 0 ? [show] : []), retry]),
      ...(undoOf(done).length > 0 ? [undo] : []),
    ];
    const message = summaryOf(result);
    for (;;) {
      const picked = isComplete
        ? await vscode.window.showInformationMessage(message, ...buttons)
        : await vscode.window.showWarningMessage(message, ...buttons);
      if (picked !== show) {
        return picked === retry ? 'retry' : picked === undo ? 'undo' : undefined;
      }
      await this.#options.texts.show(vscode.l10n.t('Failures'), resultText(result));
    }
  }

  async #remember(undoable: Undoable | undefined): Promise<void> {
    this.#undoable = undoable?.updates.length === 0 ? undefined : undoable;
    await vscode.commands.executeCommand(
      'setContext',
      contextKeys.canUndoLabelChanges,
      this.#undoable !== undefined,
    );
  }
}

function summaryOf({ done, failed, notSent }: BulkUpdateResult): string {
  const parts = [
    vscode.l10n.t('Labels changed: {0}.', formatNumber(done.length)),
    ...(failed.length === 0 ? [] : [vscode.l10n.t('Failed: {0}.', formatNumber(failed.length))]),
    ...(notSent.length === 0
      ? []
      : [vscode.l10n.t('Not sent: {0}.', formatNumber(notSent.length))]),
  ];
  return parts.join(' ');
}
