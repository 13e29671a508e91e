import * as l10n from '@vscode/l10n';
import { abortable, throwIfAborted } from '../core/async/abort.ts';
import type { Clock } from '../core/async/clock.ts';
import { LinkedAbortController } from '../core/async/linkedAbortController.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { singleLine } from '../core/text/displayText.ts';

/** Maximum time for one step, in milliseconds. */
const timeLimit = 10_000;

/** One step of a probe, for display. */
export interface ProbeStep {
  readonly title: string;
  readonly succeeded: boolean;
  readonly result: string;
}

/** Runs steps sequentially, each with its own time limit, and records the results. */
export class Probe {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #steps: ProbeStep[] = [];

  /** `signal` ends all steps when aborted. */
  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
  }

  get steps(): readonly ProbeStep[] {
    return this.#steps;
  }

  /**
   * Runs `work` and records a description of its result by `describe`, or the failure. Returns the result;
   * undefined if it failed. Throws `CancelledError` only.
   */
  async step<T>(
    title: string,
    work: (signal: AbortSignal) => Promise<T>,
    describe: (result: T) => string,
  ): Promise<T | undefined> {
    throwIfAborted(this.#signal);
    const limit = new LinkedAbortController(this.#signal);
    const timer = this.#clock.schedule(timeLimit, () => limit.abort());
    const started = this.#clock.monotonic();
    const note = (succeeded: boolean, text: string): void => {
      const time = Math.round(this.#clock.monotonic() - started);
      this.#steps.push({
        title,
        succeeded,
        result: l10n.t('{0} ({1} ms)', singleLine(text), time),
      });
    };
    try {
      const result = await abortable(work(limit.signal), limit.signal);
      note(true, describe(result));
      return result;
    } catch (error) {
      throwIfAborted(this.#signal);
      const isLate = limit.signal.aborted;
      note(
        false,
        isLate ? l10n.t('no response within {0} s', timeLimit / 1000) : shortReason(error),
      );
      return undefined;
    } finally {
      timer.dispose();
      limit.dispose();
    }
  }
}

/** Code and message of a system error. */
function shortReason(error: unknown): string {
  const reason = error instanceof AggregateError ? reasonOf(error.errors[0]) : reasonOf(error);
  return reason.slice(0, 300);
}
