import type { Label } from '../../api/label.ts';
import type { LabelChanges } from '../../api/labelFields.ts';
import { waitOutRateLimit } from '../../api/rateLimitWait.ts';
import type { Clock } from '../../async/clock.ts';
import { LinkedAbortController } from '../../async/linkedAbortController.ts';
import { CancelledError } from '../../errors/cancelledError.ts';
import { NetworkError } from '../../errors/networkError.ts';
import { SessionExpiredError } from '../../errors/sessionExpiredError.ts';
import { concurrentRequests } from '../requestLimits.ts';

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

/** How to send many updates. */
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

/** Sends `updates`, a few at a time. Never rejects because of a failure: each is in the result. */
export async function updateLabels(
  updates: readonly LabelUpdate[],
  options: BulkUpdateOptions,
): Promise<BulkUpdateResult> {
  const outcomes = new Map<LabelUpdate, Outcome>();
  const waiting = updates.values();
  // Also ends the waits of the other workers, which would only find out the same.
  const ending = new LinkedAbortController(options.signal);
  const { signal } = ending;
  const work = async (): Promise<void> => {
    // The workers share one iterator: each takes the next update that nobody has taken.
    for (const update of waiting) {
      const outcome = await sendOne(update, { ...options, signal });
      if (outcome !== undefined) {
        outcomes.set(update, outcome);
        options.onProgress?.(outcomes.size);
      }
      if (outcome?.kind === 'failed' && endsAll(outcome.update.error)) {
        ending.abort();
      }
      if (signal.aborted) {
        return;
      }
    }
  };
  try {
    if (!signal.aborted) {
      await Promise.all(Array.from({ length: concurrentRequests }, work));
    }
  } finally {
    ending.dispose();
  }
  return resultOf(updates, outcomes);
}

/** Sends one update. Returns undefined if it was not sent. */
async function sendOne(
  update: LabelUpdate,
  { target, clock, signal }: BulkUpdateOptions & { readonly signal: AbortSignal },
): Promise<Outcome | undefined> {
  for (let waits = 0; ; waits++) {
    try {
      const updated = await target.send(update.label, update.changes);
      return { kind: 'done', update: { ...update, updated } };
    } catch (error) {
      try {
        if (!(await waitOutRateLimit(error, waits, { clock, signal }))) {
          return { kind: 'failed', update: { ...update, error } };
        }
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
