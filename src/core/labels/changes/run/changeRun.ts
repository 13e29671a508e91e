import type { LabelId } from '../../../account/labelAddress.ts';
import { changedLabel, type Label } from '../../../api/label.ts';
import { editableValues, type LabelChanges } from '../../../api/labelFields.ts';
import { throwIfAborted } from '../../../async/abort.ts';
import { CancelledError } from '../../../errors/cancelledError.ts';
import { isAnswerLost } from '../../../errors/lostAnswer.ts';
import { RateLimitedError } from '../../../errors/rateLimitedError.ts';
import type { LabelPageSource } from '../../list/labelWalk.ts';
import { readFreshLabels, type FreshLabels } from '../../reading/freshLabels.ts';
import { concurrentRequests } from '../../requestLimits.ts';
import {
  outcomeOfLost,
  outcomeOfMissing,
  outcomeOfUnsent,
  outcomeOfUpToDate,
  type LabelOutcome,
} from '../journal/labelOutcome.ts';
import type { ChangeRunOptions, ChangeTarget } from './changeRunOptions.ts';
import { Freshness } from './freshness.ts';
import { decide, type LabelDecision } from './runConflicts.ts';
import { RunEnding } from './runEnding.ts';
import { type HeldRunLock, withRunLock } from './runLock.ts';
import type { ServiceGate } from './serviceGate.ts';
import { codesOf, settle, unsettledLabels, type SentLabel } from './settle.ts';

/**
 * Number of labels that are read together before they are sent. With more, labels would age longer while
 * others are sent; with fewer, more requests would be needed, as a reading may take as many as there are
 * pages.
 */
const readAtATime = 500;

/**
 * Number of labels in progress: those being sent, and as many with written intents waiting at the gate, so that
 * it is never idle while an intent is written.
 */
const sentAtATime = 2 * concurrentRequests;

/** Label that was read, with the part of its change to send. */
interface ReadyLabel {
  readonly label: Label;
  readonly decision: LabelDecision;
}

/** Outcome of a label so far; `isUnread` if it is based only on the response. */
interface KnownOutcome {
  readonly outcome: LabelOutcome;
  readonly isUnread?: true;
}

/** Execution of changes of a run. */
export class ChangeRun {
  readonly #options: ChangeRunOptions;
  readonly #source: LabelPageSource;
  readonly #freshness: Freshness;
  readonly #ending: RunEnding;
  /** Labels that were sent and have yet to be read. */
  readonly #sent: SentLabel[] = [];
  #finished = 0;

  constructor(options: ChangeRunOptions) {
    const { clock, gate, signal: cancelled, target } = options;
    this.#options = options;
    this.#freshness = new Freshness(clock);
    this.#ending = new RunEnding(cancelled);
    this.#source = gate.pagesOf(target, this.#ending.signal);
  }

  /**
   * Carries out the changes of the labels `ids` of the run, once: reads the labels, sends changes that are
   * still as planned, verifies them by reading, and writes an outcome for each into the journal. Pending
   * changes of an earlier attempt are read first like all others, and so never sent twice. Returns the cause
   * if it stops early. Throws `StorageError` if the journal or the lock fails; then nothing more is sent.
   */
  async carryOut(ids: readonly LabelId[]): Promise<unknown> {
    const { clock, lock, onProgress, run, signal } = this.#options;
    const account = run.record.header.account.id;
    let left = ids;
    try {
      do {
        onProgress?.('waiting', this.#finished);
        const work = async (held: HeldRunLock) => await this.#carryOutLocked(left, held);
        left = (await withRunLock({ account, clock, lock, signal }, work)) ?? [];
      } while (left.length > 0);
    } finally {
      this.#ending.dispose();
    }
    return this.#ending.stoppedBy;
  }

  /** Carries out changes under the lock. Returns the remaining labels if another run takes over the lock. */
  async #carryOutLocked(ids: readonly LabelId[], held: HeldRunLock): Promise<readonly LabelId[]> {
    for (let left = ids; left.length > 0;) {
      const again = await this.#carryOutSome(left.slice(0, readAtATime), held);
      left = [...again, ...left.slice(readAtATime)];
      if (again.length > 0 && !(await held.isStillHeld())) {
        return left;
      }
    }
    await this.#settle();
    return [];
  }

  /** Carries out a few changes. Returns the labels to read again before they are sent. */
  async #carryOutSome(ids: readonly LabelId[], held: HeldRunLock): Promise<readonly LabelId[]> {
    const fresh = await this.#read(ids);
    if (fresh === undefined) {
      await this.#leave(ids);
      return [];
    }
    const ready: ReadyLabel[] = [];
    for (const id of ids) {
      const label = fresh.found.get(id);
      if (label === undefined) {
        await this.#write(id, outcomeOfMissing(fresh.gone.has(id)));
        this.#finished++;
      } else {
        const decision = this.#decide(id, label);
        if (decision.send.length === 0) {
          await this.#write(id, this.#withoutSending(id, decision));
          this.#finished++;
        } else {
          ready.push({ label, decision });
        }
      }
    }
    return await this.#sendAll(ready, held);
  }

  /**
   * Sends labels, a few at a time. Returns the labels to read again. Throws only errors of the journal, after
   * which nothing more may be sent.
   */
  async #sendAll(ready: readonly ReadyLabel[], held: HeldRunLock): Promise<readonly LabelId[]> {
    const finishedBefore = this.#finished;
    const labels = ready.values();
    const stale: LabelId[] = [];
    const sendNext = async (): Promise<void> => {
      // All senders share one iterator, so that each label is sent by only one of them.
      for (const each of labels) {
        try {
          if (this.#freshness.hasExpired || !(await this.#send(each, held))) {
            stale.push(each.label.id);
          }
        } catch (error) {
          this.#ending.stop(error);
          throw error;
        }
        if (!this.#ending.isRunning) {
          return;
        }
      }
    };
    const results = await Promise.allSettled(Array.from({ length: sentAtATime }, sendNext));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure !== undefined) {
      throw failure.reason;
    }
    if (stale.length === 0 || this.#finished > finishedBefore) {
      this.#freshness.recordSent();
    } else if (this.#freshness.hasExpired) {
      this.#freshness.recordNotSent();
    }
    if (this.#freshness.isHopeless) {
      // Only rate limit waits can delay labels for so long, repeatedly.
      this.#ending.stop(new RateLimitedError(undefined));
    }
    if (!this.#ending.isRunning) {
      await this.#leave([...stale, ...Array.from(labels, ({ label }) => label.id)]);
      return [];
    }
    return stale;
  }

  /** Reads labels; returns undefined if the run has ended, or if reading fails, which ends it. */
  async #read(ids: readonly LabelId[]): Promise<FreshLabels | undefined> {
    if (!this.#ending.isRunning) {
      return undefined;
    }
    this.#options.onProgress?.('reading', this.#finished);
    try {
      const { record } = this.#options.run;
      const wanted = new Map(ids.map((id) => [id, codesOf(record, id)]));
      const { signal } = this.#ending;
      return await this.#freshness.reading(
        async () =>
          await readFreshLabels(wanted, { source: this.#source, signal, whenRateLimited: 'throw' }),
      );
    } catch (error) {
      this.#ending.stop(error);
      return undefined;
    }
  }

  #decide(id: LabelId, label: Label): LabelDecision {
    const { conflictsToOverwrite, run } = this.#options;
    const { record } = run;
    const change = record.changes.get(id);
    return change === undefined
      ? { send: [], conflicts: [], cannotBeEmptied: [] }
      : decide(change, label, {
          origin: record.header.origin,
          conflictsToOverwrite: conflictsToOverwrite?.get(id) ?? [],
          sent: record.sent.get(id)?.fields ?? [],
        });
  }

  /** Sends a label's change. Returns whether the label is finished; otherwise it must be read again. */
  async #send({ decision, label }: ReadyLabel, held: HeldRunLock): Promise<boolean> {
    const { clock, gate, onProgress, run, target } = this.#options;
    const { id } = label;
    const changes = editableValues(
      Object.fromEntries(decision.send.map(({ after, field }) => [field, after])),
    );
    const before = this.#known(id);
    await run.write({ kind: 'intent', id, sent: decision.send, at: clock.now() });
    const result = await sendOnce(id, changes, {
      gate,
      maySend: async () => !this.#freshness.hasExpired && (await held.isStillHeld()),
      sendChanges: async (...sent) => await target.sendChanges(...sent),
      signal: this.#ending.signal,
    });
    switch (result.kind) {
      case 'stale':
        await this.#writeNotArrived(id, before);
        return false;
      case 'accepted': {
        this.#ending.succeeded();
        const expected = changedLabel(label, changes);
        target.publish(expected);
        this.#addSent(label, decision, { isAccepted: true, expected });
        const outcome = outcomeOfUpToDate(decision);
        await run.write({ kind: 'outcome', id, outcome, isUnread: true, at: clock.now() });
        break;
      }
      case 'lost': {
        const { error } = result;
        const reason = this.#ending.reasonOfLost(error);
        this.#addSent(label, decision, { isAccepted: false, reason });
        await this.#write(id, { kind: 'uncertain', reason });
        this.#ending.failed(error);
        break;
      }
      case 'notTaken': {
        const { error } = result;
        const outcome = this.#ending.notTaken(error);
        const isUnsent = outcome.kind === 'notSent';
        await this.#writeNotArrived(id, isUnsent ? withoutSending(before, outcome) : { outcome });
        this.#ending.failed(error);
      }
    }
    this.#finished++;
    onProgress?.('sending', this.#finished);
    return true;
  }

  /**
   * Reads the labels that were sent, also by earlier attempts, and writes their outcomes, unless the user has
   * cancelled.
   */
  async #settle(): Promise<void> {
    const { clock, onProgress, run, signal, target } = this.#options;
    const own = new Set(this.#sent.map(({ id }) => id));
    const earlier = unsettledLabels(run.record).filter(({ id }) => !own.has(id));
    const sent = [...this.#sent, ...earlier];
    if (sent.length > 0 && !signal.aborted) {
      onProgress?.('settling', this.#finished);
      const options = { run, source: this.#source, target, clock, signal };
      await settle(sent, {
        ...options,
        entriesOfUnknown: ({ id, reason }, at) => [
          { kind: 'outcome', id, outcome: outcomeOfLost(reason), at },
        ],
      });
    }
  }

  #addSent(
    label: Label,
    decision: LabelDecision,
    answer: Pick<SentLabel, 'isAccepted' | 'expected' | 'reason'>,
  ): void {
    const arrived = (): LabelOutcome => outcomeOfUpToDate(decision);
    this.#sent.push({ id: label.id, fields: decision.send, arrived, ...answer });
  }

  /** Outcome of a label that needs no sending. */
  #withoutSending(id: LabelId, decision: LabelDecision): LabelOutcome {
    const outcome = outcomeOfUpToDate(decision);
    // The label may have these values from an earlier request whose response was lost.
    const wasSent = this.#options.run.record.sent.has(id);
    return outcome.kind === 'done' && !wasSent ? { kind: 'alreadySo' } : outcome;
  }

  async #write(id: LabelId, outcome: LabelOutcome): Promise<void> {
    const { clock, run } = this.#options;
    await run.write({ kind: 'outcome', id, outcome, at: clock.now() });
  }

  /** Known outcome of a label before it is sent. */
  #known(id: LabelId): KnownOutcome {
    const { record } = this.#options.run;
    const outcome = record.outcomeOf(id);
    return record.unread.has(id) ? { outcome, isUnread: true } : { outcome };
  }

  async #writeNotArrived(id: LabelId, known: KnownOutcome): Promise<void> {
    const { clock, run } = this.#options;
    await run.write({ kind: 'outcome', id, ...known, hasNotArrived: true, at: clock.now() });
  }

  /** Writes the reasons why the remaining labels were not sent, unless the user ended the run. */
  async #leave(ids: readonly LabelId[]): Promise<void> {
    const { clock, run } = this.#options;
    if (this.#ending.stoppedBy === undefined) {
      return;
    }
    const unsent = this.#ending.notSent();
    const at = clock.now();
    for (let start = 0; start < ids.length; start += readAtATime) {
      const entries = ids.slice(start, start + readAtATime).flatMap((id) => {
        const before = this.#known(id);
        const known = withoutSending(before, unsent);
        return known.outcome === before.outcome
          ? []
          : [{ kind: 'outcome', id, ...known, at } as const];
      });
      await run.write(...entries);
    }
  }
}

/** Outcome of a label that was not sent. */
function withoutSending(before: KnownOutcome, unsent: LabelOutcome): KnownOutcome {
  return { ...before, outcome: outcomeOfUnsent(before.outcome, unsent) };
}

/** Options for sending the changes of a label. */
interface SendOptions {
  readonly gate: ServiceGate;
  /**
   * Returns whether the changes are still based on fresh values. Called right before sending, possibly after
   * a long wait.
   */
  readonly maySend: () => Promise<boolean>;
  readonly sendChanges: ChangeTarget['sendChanges'];
  readonly signal: AbortSignal;
}

/** Result of sending, according to the response. */
type SendResult =
  | { readonly kind: 'accepted' }
  /** The change was not sent, because `maySend` returned false. */
  | { readonly kind: 'stale' }
  /** The change may have been applied. */
  | { readonly kind: 'lost'; readonly error: unknown }
  /** The change was not sent, or the service refused it. */
  | { readonly kind: 'notTaken'; readonly error: unknown };

/** Sends changes of a label through the gate, once, and returns the result. Never throws. */
async function sendOnce(
  id: LabelId,
  changes: LabelChanges,
  { gate, maySend, sendChanges, signal }: SendOptions,
): Promise<SendResult> {
  let mayHaveLeft = false;
  let isHeldBack = false;
  const beforeSending = async (): Promise<void> => {
    // All earlier attempts were refused.
    mayHaveLeft = false;
    isHeldBack = !(await maySend());
    if (isHeldBack) {
      throw new CancelledError();
    }
    // The run may have been cancelled meanwhile.
    throwIfAborted(signal);
    mayHaveLeft = true;
  };
  const send = async (): Promise<SendResult> => {
    try {
      await sendChanges(id, changes, { beforeSending, signal });
    } catch (error) {
      if (isHeldBack) {
        return { kind: 'stale' };
      }
      mayHaveLeft &&= !(error instanceof RateLimitedError);
      throw error;
    }
    return { kind: 'accepted' };
  };
  try {
    return await gate.send(send, signal);
  } catch (error) {
    const isUnderWay = error instanceof CancelledError && mayHaveLeft;
    return { kind: isUnderWay || isAnswerLost(error) ? 'lost' : 'notTaken', error };
  }
}
