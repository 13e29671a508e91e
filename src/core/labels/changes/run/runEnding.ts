import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../../async/disposable.ts';
import { LinkedAbortController } from '../../../async/linkedAbortController.ts';
import { CancelledError } from '../../../errors/cancelledError.ts';
import { isKnownError } from '../../../errors/knownError.ts';
import { type LabelOutcome, outcomeOfFailure, shownReason } from '../journal/labelOutcome.ts';
import { runFailure } from './runFailures.ts';

/**
 * End of a run before all labels are sent: cancelled by the user, or after failures that make further sending
 * useless.
 */
export class RunEnding implements Disposable {
  readonly #streak = new FailureStreak();
  readonly #controller: LinkedAbortController;
  #stoppedBy: unknown;

  /** `cancelled`: aborted when the user ends the run. */
  constructor(cancelled: AbortSignal) {
    this.#controller = new LinkedAbortController(cancelled);
  }

  /** Aborted when the run ends; nothing more is sent then. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** True while the run continues. */
  get isRunning(): boolean {
    return !this.signal.aborted;
  }

  /** Failure that stopped the run; undefined if the run continues or the user stopped it. */
  get stoppedBy(): unknown {
    return this.#stoppedBy;
  }

  /** Called when a change was accepted. */
  succeeded(): void {
    this.#streak.succeeded();
  }

  /** Counts a failure, and ends the run if continuing is useless. */
  failed(error: unknown): void {
    if (this.#streak.failed(error)) {
      this.stop(error);
    }
  }

  /** Ends the run because of `error`. */
  stop(error: unknown): void {
    if (this.isRunning) {
      if (!(error instanceof CancelledError)) {
        this.#stoppedBy = error;
      }
      this.#controller.abort();
    }
  }

  /** Outcome of a label that was not sent because the run had ended. */
  notSent(): LabelOutcome {
    return this.#stoppedBy === undefined
      ? { kind: 'notSent' }
      : outcomeOfFailure('notSent', this.#stoppedBy);
  }

  /** Outcome of a label that was not sent, or was refused by the service. */
  notTaken(error: unknown): LabelOutcome {
    return error instanceof CancelledError
      ? this.notSent()
      : outcomeOfFailure(runFailure(error).outcome, error);
  }

  /** Reason why the outcome of a label is unknown. */
  reasonOfLost(error: unknown): string {
    if (!(error instanceof CancelledError)) {
      return shownReason(error);
    }
    return this.#stoppedBy === undefined
      ? l10n.t('The change was being sent when the run was cancelled.')
      : shownReason(this.#stoppedBy);
  }

  dispose(): void {
    this.#controller.dispose();
  }
}

/** Counts consecutive failures of a run. */
export class FailureStreak {
  #kind: string | undefined;
  #count = 0;

  /** Called after a success. */
  succeeded(): void {
    this.#count = 0;
  }

  /** Called after a failure. Returns whether continuing is useless. */
  failed(error: unknown): boolean {
    const kind = kindOf(error);
    this.#count = kind === this.#kind ? this.#count + 1 : 1;
    this.#kind = kind;
    return this.#count >= runFailure(error).endsAfter;
  }
}

function kindOf(error: unknown): string {
  if (!isKnownError(error)) {
    return 'unknown';
  }
  return error.code === 'api' ? `api ${error.httpStatus} ${error.envelopeCode ?? ''}` : error.code;
}
