import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../async/disposable.ts';
import { LinkedAbortController } from '../../async/linkedAbortController.ts';
import { CancelledError } from '../../errors/cancelledError.ts';
import { RateLimitedError } from '../../errors/rateLimitedError.ts';
import { FailureStreak } from './failureStreak.ts';
import type { LabelOutcome } from './labelOutcome.ts';
import { outcomeOfFailure, shownReason } from './runOutcomes.ts';

/** What ends a run before all is sent: the person, or failures after which sending more has no use. */
export class RunEnding implements Disposable {
  readonly #streak = new FailureStreak();
  readonly #controller: LinkedAbortController;
  #stoppedBy: unknown;

  /** `cancelled`: aborted when the person ends the run. */
  constructor(cancelled: AbortSignal) {
    this.#controller = new LinkedAbortController(cancelled);
  }

  /** Aborted when the run ends: then nothing more is sent. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the run goes on. */
  get isGoing(): boolean {
    return !this.signal.aborted;
  }

  /** What has stopped the run, if something but the person has. */
  get stoppedBy(): unknown {
    return this.#stoppedBy;
  }

  /** Something was sent and accepted. */
  succeeded(): void {
    this.#streak.succeeded();
  }

  /** Counts a failure, and ends the run if there is no use in going on. */
  failed(error: unknown): void {
    if (this.#streak.failed(error)) {
      this.stop(error);
    }
  }

  /** Ends the run because of `error`. */
  stop(error: unknown): void {
    if (this.isGoing) {
      if (!(error instanceof CancelledError)) {
        this.#stoppedBy = error;
      }
      this.#controller.abort();
    }
  }

  /** What came of a label that was not sent because the run has ended. */
  notSent(): LabelOutcome {
    return this.#stoppedBy === undefined
      ? { kind: 'notSent' }
      : outcomeOfFailure('notSent', this.#stoppedBy);
  }

  /** What came of a label that did not leave, or that the service has not taken. */
  notTaken(error: unknown): LabelOutcome {
    if (error instanceof CancelledError) {
      return this.notSent();
    }
    return outcomeOfFailure(error instanceof RateLimitedError ? 'notSent' : 'failed', error);
  }

  /** Why it is not known what came of a label. */
  reasonOfLost(error: unknown): string {
    if (!(error instanceof CancelledError)) {
      return shownReason(error);
    }
    return this.#stoppedBy === undefined
      ? l10n.t('It was under way when the run was cancelled.')
      : shownReason(this.#stoppedBy);
  }

  dispose(): void {
    this.#controller.dispose();
  }
}
