import * as vscode from 'vscode';
import { formatNumber } from '../commands/formatNumber.ts';
import { notifyProgress } from '../commands/notify.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { LinkedAbortController } from '../core/async/linkedAbortController.ts';
import type { RunPhase } from '../core/labels/changes/changeRun.ts';
import type { ServiceGate } from '../core/labels/changes/gate.ts';
import { percentSteps } from '../core/labels/percentSteps.ts';

/** What a run shows of itself. */
export interface RunProgressOptions {
  readonly title: string;
  /** How many labels it is about. */
  readonly count: number;
  readonly gate: ServiceGate;
  readonly clock: Clock;
  /** Ends the run, like the button. */
  readonly ending: AbortSignal;
}

/** Tells how many labels are dealt with. */
export type ReportRun = (phase: RunPhase, finished: number) => void;

/** Runs `work` while a notification counts, says for how long the service makes it wait, and cancels. */
export async function withRunProgress<T>(
  { clock, count, ending, gate, title }: RunProgressOptions,
  work: (signal: AbortSignal, report: ReportRun) => Promise<T>,
): Promise<T> {
  return await notifyProgress(title, async (progress, cancelled) => {
    const report = percentSteps((finished, _total, increment) => {
      const message = vscode.l10n.t('{0} of {1}', formatNumber(finished), formatNumber(count));
      progress.report({ message, increment });
    });
    const signal = new LinkedAbortController(cancelled, ending);
    const waiting = new WaitingText(clock, (message) => progress.report({ message }));
    const subscription = gate.onDidWait((milliseconds) => waiting.begin(milliseconds));
    try {
      return await work(signal.signal, (phase, finished) => {
        if (phase === 'settling') {
          progress.report({ message: vscode.l10n.t('Reading what the service has kept') });
        } else {
          report(finished, count);
        }
      });
    } finally {
      subscription.dispose();
      waiting.dispose();
      signal.dispose();
    }
  });
}

/** Says each second for how long the service makes the run wait. */
class WaitingText implements Disposable {
  readonly #clock: Clock;
  readonly #show: (message: string) => void;
  #timer: Disposable | undefined;

  constructor(clock: Clock, show: (message: string) => void) {
    this.#clock = clock;
    this.#show = show;
  }

  begin(milliseconds: number): void {
    this.dispose();
    const seconds = Math.ceil(milliseconds / 1000);
    if (seconds <= 0) {
      this.#show('');
      return;
    }
    this.#show(vscode.l10n.t('Waiting for the service ({0} s)', formatNumber(seconds)));
    this.#timer = this.#clock.schedule(1000, () => this.begin(milliseconds - 1000));
  }

  dispose(): void {
    this.#timer?.dispose();
  }
}
