import * as l10n from '@vscode/l10n';
import { abortable, throwIfAborted } from '../core/async/abort.ts';
import type { Clock } from '../core/async/clock.ts';
import { LinkedAbortController } from '../core/async/linkedAbortController.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { singleLine } from '../core/text/displayText.ts';

/** How long one step may take, in milliseconds. */
const timeLimit = 10_000;

/** One step of a probe, fit to be shown. */
export interface ProbeStep {
  readonly title: string;
  readonly succeeded: boolean;
  readonly result: string;
}

/** Tries one thing after the other, each within its own bound, and notes what came of it. */
export class Probe {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #steps: ProbeStep[] = [];

  /** An aborted `signal` ends all. */
  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
  }

  get steps(): readonly ProbeStep[] {
    return this.#steps;
  }

  /**
   * Does `work` and notes what `describe` says of its result, or why it failed. Returns the result;
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
      note(false, isLate ? l10n.t('no answer within {0} s', timeLimit / 1000) : shortReason(error));
      return undefined;
    } finally {
      timer.dispose();
      limit.dispose();
    }
  }
}

/** What the system calls the error, and says of it. */
function shortReason(error: unknown): string {
  const reason = error instanceof AggregateError ? reasonOf(error.errors[0]) : reasonOf(error);
  return reason.slice(0, 300);
}
