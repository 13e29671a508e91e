import * as vscode from 'vscode';
import { formatNumber } from '../commands/formatNumber.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { LinkedAbortController } from '../core/async/linkedAbortController.ts';
import type { RunPhase } from '../core/labels/changes/run/changeRunOptions.ts';
import type { ServiceGate } from '../core/labels/changes/run/serviceGate.ts';
import { percentSteps } from '../core/labels/percentSteps.ts';
import { notifyProgress, type ProgressReport } from '../surfaces/notify.ts';

/** Options for showing the progress of a run. */
export interface RunProgressOptions {
  readonly title: string;
  /** Number of labels in the run. */
  readonly count: number;
  readonly gate: ServiceGate;
  readonly clock: Clock;
  /** Ends the run when aborted, for example after a sign-out. */
  readonly ending: AbortSignal;
}

/** Reports the phase and the number of finished labels. */
export type ReportRun = (phase: RunPhase, finished: number) => void;

/** Runs `work` with a cancellable notification that shows its progress and any wait required by the service. */
export async function withRunProgress<T>(
  { clock, count, ending, gate, title }: RunProgressOptions,
  work: (signal: AbortSignal, report: ReportRun) => Promise<T>,
): Promise<T> {
  return await notifyProgress(title, async (progress, cancelled) => {
    const text = new RunText(gate, clock, progress);
    const report = percentSteps((finished, _total, increment) => {
      text.say(progressText(finished, count), increment);
    });
    const signal = new LinkedAbortController(cancelled, ending);
    try {
      return await work(signal.signal, (phase, finished) => {
        switch (phase) {
          case 'waiting':
            text.say(vscode.l10n.t('Waiting for other changes to end'));
            return;
          case 'reading':
            text.say(progressText(finished, count));
            return;
          case 'sending':
            report(finished, count);
            return;
          case 'settling':
            text.say(vscode.l10n.t('Verifying the changes'));
        }
      });
    } finally {
      text.dispose();
      signal.dispose();
    }
  });
}

function progressText(finished: number, count: number): string {
  return vscode.l10n.t('{0} of {1}', formatNumber(finished), formatNumber(count));
}

/** Progress text of a run. Counts down the seconds while the service makes all runs wait. */
class RunText implements Disposable {
  readonly #gate: ServiceGate;
  readonly #clock: Clock;
  readonly #progress: ProgressReport;
  readonly #subscription: Disposable;
  #said = '';
  #waiting: string | undefined;
  #timer: Disposable | undefined;

  constructor(gate: ServiceGate, clock: Clock, progress: ProgressReport) {
    this.#gate = gate;
    this.#clock = clock;
    this.#progress = progress;
    this.#subscription = gate.onDidWait(() => this.#sayWait());
    // Another run may have caused the wait.
    if (gate.wait > 0) {
      this.#sayWait();
    }
  }

  /** Reports the progress of the run; `text` is shown once any wait is over. */
  say(text: string, increment?: number): void {
    this.#said = text;
    const message = this.#waiting ?? text;
    this.#progress.report({ message, ...(increment === undefined ? {} : { increment }) });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#timer?.dispose();
  }

  #sayWait(): void {
    this.#timer?.dispose();
    const { wait } = this.#gate;
    const seconds = Math.ceil(wait / 1000);
    this.#waiting =
      seconds === 0
        ? undefined
        : vscode.l10n.t('Waiting for the service ({0} s)', formatNumber(seconds));
    this.#progress.report({ message: this.#waiting ?? this.#said });
    if (seconds > 0) {
      this.#timer = this.#clock.schedule(wait - (seconds - 1) * 1000, () => this.#sayWait());
    }
  }
}
