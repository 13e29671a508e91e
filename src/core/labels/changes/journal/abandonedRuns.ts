import type { Clock } from '../../../async/clock.ts';
import type { Disposable } from '../../../async/disposable.ts';
import { reasonOf } from '../../../errors/reasonOf.ts';
import { StorageError } from '../../../errors/storageError.ts';
import type { Log } from '../../../log/log.ts';
import type { ChangeJournal } from './journal.ts';
import type { RunSummary } from './runSummary.ts';

interface AbandonedRunsOptions {
  readonly journal: ChangeJournal;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with each run whose window is gone, repeatedly until a window has taken it over. */
  readonly recover: (run: RunSummary) => Promise<void>;
}

/** Pauses between checks of the windows that carry out runs, in milliseconds. */
const pauses = { shortest: 1000, longest: 30_000 } as const;

/** Factor by which each pause grows: a window that takes 12 s to close is detected within 14 s. */
const growth = 1.5;

/**
 * Finds runs that their windows have left unfinished. A window may take long to close, especially on reload: it
 * is checked again until it is gone or its run has ended.
 */
export class AbandonedRuns implements Disposable {
  readonly #options: AbandonedRunsOptions;
  #next: Disposable | undefined;
  #isDisposed = false;

  constructor(options: AbandonedRunsOptions) {
    this.#options = options;
  }

  /**
   * Recovers runs whose windows are gone. Checks again later, at growing intervals, while other windows carry
   * out runs or a `StorageError` prevents a recovery. Throws `StorageError` if the journal cannot be read,
   * and other errors of `recover`.
   */
  async find(): Promise<void> {
    await this.#find(pauses.shortest);
  }

  /** Schedules `find`; logs failures. */
  findSoon(): void {
    this.#findIn(pauses.shortest);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#next?.dispose();
  }

  async #find(pause: number): Promise<void> {
    const { journal, recover } = this.#options;
    this.#next?.dispose();
    const left: RunSummary[] = [];
    let areOthersUnderWay = false;
    for (const run of await journal.runs()) {
      const place = await journal.placeOf(run);
      areOthersUnderWay ||= place === 'elsewhere';
      if (place === 'abandoned') {
        left.push(run);
      }
    }
    if (areOthersUnderWay) {
      this.#findIn(pause);
    }
    for (const run of left) {
      try {
        await recover(run);
      } catch (error) {
        if (!(error instanceof StorageError)) {
          throw error;
        }
        this.#options.log.warn(`A run could not be taken up: ${reasonOf(error)}`);
        this.#findIn(pause);
      }
    }
  }

  #findIn(pause: number): void {
    if (this.#isDisposed) {
      return;
    }
    this.#next?.dispose();
    this.#next = this.#options.clock.schedule(pause, () => {
      void this.#findAgain(Math.min(pause * growth, pauses.longest));
    });
  }

  /** Checks again. Never rejects: failures are logged, and the check is repeated later. */
  async #findAgain(pause: number): Promise<void> {
    try {
      await this.#find(pause);
    } catch (error) {
      this.#options.log.warn(`The runs of other windows could not be read: ${reasonOf(error)}`);
      this.#findIn(pause);
    }
  }
}
