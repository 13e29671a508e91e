import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import { notifyProgress } from '../commands/notify.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { LinkedAbortController } from '../core/async/linkedAbortController.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import {
  updateLabels,
  type BulkUpdateResult,
  type DoneUpdate,
  type LabelUpdate,
} from '../core/labels/changes/bulkUpdate.ts';
import { percentSteps } from '../core/labels/percentSteps.ts';
import type { Log } from '../core/log/log.ts';

/** What the sending of changes needs. */
export interface ChangesSenderOptions {
  readonly clock: Clock;
  readonly log: Log;
}

/** Sends changes, and reads back in the background what the service has made of them. */
export class ChangesSender implements Disposable {
  readonly #options: ChangesSenderOptions;
  readonly #ending = new AbortController();
  readonly #readings = new Set<Promise<void>>();
  /** The labels that were read back, by what they were expected to be. */
  readonly #labelsRead = new WeakMap<Label, Label>();

  constructor(options: ChangesSenderOptions) {
    this.#options = options;
  }

  /** Sends `updates`, with a notification that counts and cancels. Never rejects because of a failure. */
  async send(
    { repository }: LabelAccount,
    updates: readonly LabelUpdate[],
  ): Promise<BulkUpdateResult> {
    const count = formatNumber(updates.length);
    const result = await notifyProgress(
      vscode.l10n.t('Changing labels'),
      async (progress, signal) => {
        const report = percentSteps((finished, _total, increment) => {
          const message = vscode.l10n.t('{0} of {1}', formatNumber(finished), count);
          progress.report({ message, increment });
        });
        const ending = new LinkedAbortController(signal, this.#ending.signal);
        return await updateLabels(updates, {
          target: repository,
          clock: this.#options.clock,
          signal: ending.signal,
          onProgress: (finished) => report(finished, updates.length),
        }).finally(() => ending.dispose());
      },
    );
    // What the service has set, such as a time, is worth no wait.
    const reading = this.#readBack(repository, result.done).finally(() => {
      this.#readings.delete(reading);
    });
    this.#readings.add(reading);
    return result;
  }

  /** Resolves once all that was sent so far is read back, or has failed to be. */
  async readBackEnded(): Promise<void> {
    await Promise.all(this.#readings);
  }

  /** What was sent, with the labels as the service has made them, as far as they are read back. */
  asReadBack(done: readonly DoneUpdate[]): readonly DoneUpdate[] {
    return done.map((update) => {
      const updated = this.#labelsRead.get(update.updated);
      return updated === undefined ? update : { ...update, updated };
    });
  }

  dispose(): void {
    this.#ending.abort();
  }

  async #readBack(
    repository: LabelAccount['repository'],
    done: readonly DoneUpdate[],
  ): Promise<void> {
    const sent = done.map(({ updated }) => updated);
    try {
      await repository.readBack(sent, this.#ending.signal, (expected, read) =>
        this.#labelsRead.set(expected, read),
      );
    } catch (error) {
      if (!(error instanceof CancelledError)) {
        this.#options.log.debug(`Changed labels could not be read back: ${reasonOf(error)}`);
      }
    }
  }
}
