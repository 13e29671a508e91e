import type { Label } from '../api/label.ts';
import type { LabelChanges } from '../api/labelEndpoints.ts';
import { delay } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import { CancelledError } from '../base/errors/cancelledError.ts';
import { NetworkError } from '../base/errors/networkError.ts';
import { RateLimitedError } from '../base/errors/rateLimitedError.ts';
import { SessionExpiredError } from '../base/errors/sessionExpiredError.ts';
import { concurrentRequests } from './concurrency.ts';

/** What is to change in one label. */
export interface LabelUpdate {
  /** As it was last seen: with the values that an undo brings back. */
  readonly label: Label;
  readonly changes: LabelChanges;
}

/** An update that the service has taken. */
export interface DoneUpdate extends LabelUpdate {
  /** The label afterwards. */
  readonly updated: Label;
}

/** An update that failed. */
interface FailedUpdate extends LabelUpdate {
  readonly error: unknown;
}

/** What came of many updates. Each is in one of the three, in the order in which they were given. */
export interface BulkUpdateResult {
  readonly done: readonly DoneUpdate[];
  readonly failed: readonly FailedUpdate[];
  /** Not sent, since the user cancelled or nothing could have been sent any more. */
  readonly notSent: readonly LabelUpdate[];
}

/** Where updates go. */
export interface UpdateTarget {
  send(label: Label, changes: LabelChanges): Promise<Label>;
}

/** What many updates work with. */
export interface BulkUpdateOptions {
  readonly target: UpdateTarget;
  readonly clock: Clock;
  /** Ends the sending. What is under way is awaited, so that it is known what has changed. */
  readonly signal?: AbortSignal;
  /** Called after each update with how many have been dealt with. */
  readonly onProgress?: (finished: number) => void;
}

type Outcome =
  | { readonly kind: 'done'; readonly update: DoneUpdate }
  | { readonly kind: 'failed'; readonly update: FailedUpdate };

/** How often an update is sent again that the service has no time for (HTTP 429). */
const maximumWaits = 5;

/** Seconds to wait where the service does not say how long, and the longest wait that is done. */
const usualWait = 2;
const longestWait = 60;

/** Sends `updates`, a few at a time. Never rejects because of a failure: each is in the result. */
export async function updateLabels(
  updates: readonly LabelUpdate[],
  options: BulkUpdateOptions,
): Promise<BulkUpdateResult> {
  const outcomes = new Map<LabelUpdate, Outcome>();
  const waiting = updates.values();
  let isStopped = false;
  const work = async (): Promise<void> => {
    // The workers share one iterator: each takes the next update that nobody has taken.
    for (const update of waiting) {
      const outcome = await sendOne(update, options);
      if (outcome !== undefined) {
        outcomes.set(update, outcome);
        options.onProgress?.(outcomes.size);
      }
      isStopped ||= outcome?.kind === 'failed' && endsAll(outcome.update.error);
      if (isStopped || options.signal?.aborted) {
        return;
      }
    }
  };
  if (options.signal?.aborted !== true) {
    await Promise.all(Array.from({ length: concurrentRequests }, work));
  }
  return resultOf(updates, outcomes);
}

/** One update; undefined where it was not sent. */
async function sendOne(
  update: LabelUpdate,
  { target, clock, signal }: BulkUpdateOptions,
): Promise<Outcome | undefined> {
  for (let waits = 0; ; waits++) {
    try {
      const updated = await target.send(update.label, update.changes);
      return { kind: 'done', update: { ...update, updated } };
    } catch (error) {
      if (!(error instanceof RateLimitedError) || waits >= maximumWaits) {
        return { kind: 'failed', update: { ...update, error } };
      }
      const seconds = Math.min(error.retryAfterSeconds ?? usualWait, longestWait);
      try {
        await delay(clock, seconds * 1000, signal);
      } catch (cancelled) {
        if (cancelled instanceof CancelledError) {
          return undefined;
        }
        throw cancelled;
      }
    }
  }
}

/** Whether every further update would fail in the same way. */
function endsAll(error: unknown): boolean {
  return (
    error instanceof SessionExpiredError ||
    (error instanceof NetworkError && error.progress === 'notSent')
  );
}

function resultOf(
  updates: readonly LabelUpdate[],
  outcomes: ReadonlyMap<LabelUpdate, Outcome>,
): BulkUpdateResult {
  const done: DoneUpdate[] = [];
  const failed: FailedUpdate[] = [];
  const notSent: LabelUpdate[] = [];
  for (const update of updates) {
    const outcome = outcomes.get(update);
    switch (outcome?.kind) {
      case 'done':
        done.push(outcome.update);
        break;
      case 'failed':
        failed.push(outcome.update);
        break;
      case undefined:
        notSent.push(update);
        break;
    }
  }
  return { done, failed, notSent };
}
