import * as l10n from '@vscode/l10n';
import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import { editableValues, type LabelChanges } from '../../api/labelFields.ts';
import type { Clock } from '../../async/clock.ts';
import { LinkedAbortController } from '../../async/linkedAbortController.ts';
import { CancelledError } from '../../errors/cancelledError.ts';
import { RateLimitedError } from '../../errors/rateLimitedError.ts';
import type { LabelPageSource } from '../list/labelWalk.ts';
import { concurrentRequests } from '../requestLimits.ts';
import { readFreshLabels, type FreshLabels } from './freshLabels.ts';
import { FailureStreak, type ServiceGate } from './gate.ts';
import type { JournaledRun } from './journaledRun.ts';
import type { LabelOutcome, SentField } from './labelOutcome.ts';
import { isAnswerLost } from './lostAnswer.ts';
import { decide, type LabelDecision } from './runConflicts.ts';
import {
  outcomeBeside,
  outcomeOfFailure,
  outcomeOfLost,
  outcomeOfMissing,
  shownReason,
} from './runOutcomes.ts';
import { inTurn, type RunTurns } from './runTurns.ts';
import { codesOf, settle, unsettledLabels, type SentLabel } from './settle.ts';

/** The labels of an account, as a run needs them. */
export interface ChangeTarget extends LabelPageSource {
  /** Sends changes of a label, once. */
  sendChanges(id: LabelId, changes: LabelChanges, signal: AbortSignal): Promise<void>;
  /** Tells others what a label is now. */
  publish(label: Label): void;
}

/** What a run is doing. */
export type RunPhase = 'waiting' | 'reading' | 'sending' | 'settling';

/** How to carry out a run. */
export interface ChangeRunOptions {
  readonly run: JournaledRun;
  readonly target: ChangeTarget;
  readonly gate: ServiceGate;
  readonly turns: RunTurns;
  readonly clock: Clock;
  /** Ends the run at once; nothing is sent or read after that. */
  readonly signal: AbortSignal;
  /** How many of the labels are dealt with. */
  readonly onProgress?: (phase: RunPhase, finished: number) => void;
  /** Whether the person wants the changes sent over the conflicts that the run has found. */
  readonly overConflicts?: boolean;
}

/**
 * How many labels are read before they are sent: what was read gets older with each that is sent, but
 * reading may take as many requests as there are pages.
 */
const readAtATime = 500;

/**
 * Carries out the changes of `ids`, which are some of the run's: reads them, sends what is still as it
 * was planned, reads again what came of it, and writes an outcome for each into the journal. What was
 * under way before is read first like everything else, and so never sent twice. Returns what has stopped
 * it, if something has. Throws `StorageError` if the journal or whose turn it is cannot be written: then
 * nothing more is sent.
 */
export async function carryOut(
  ids: readonly LabelId[],
  options: ChangeRunOptions,
): Promise<unknown> {
  const { onProgress, run, signal, turns } = options;
  onProgress?.('waiting', 0);
  const account = run.record.header.account.id;
  return await inTurn({ account, signal, turns }, async () => {
    return await new Sending(options).carryOut(ids);
  });
}

/**
 * How many labels are on their way: those that the gate lets through, and as many that wait there with
 * their intents written, so that no place stays empty while one is written.
 */
const sentAtATime = 2 * concurrentRequests;

/** A label that was read, and what is to be sent of its change. */
interface ReadyLabel {
  readonly label: Label;
  readonly decision: LabelDecision;
}

class Sending {
  readonly #options: ChangeRunOptions;
  readonly #source: LabelPageSource;
  readonly #streak = new FailureStreak();
  /** Ends all requests of the run, by the person or after too many failures. */
  readonly #ending: LinkedAbortController;
  /** What the service may hold, and has to be read. */
  readonly #sent: SentLabel[] = [];
  #stoppedBy: unknown;
  #finished = 0;

  constructor(options: ChangeRunOptions) {
    const { gate, target } = options;
    this.#options = options;
    this.#ending = new LinkedAbortController(options.signal);
    this.#source = {
      page: async (request, signal = this.#ending.signal) =>
        await gate.send(async () => await target.page(request, signal, 'throw'), signal),
    };
  }

  async carryOut(ids: readonly LabelId[]): Promise<unknown> {
    try {
      for (let start = 0; start < ids.length; start += readAtATime) {
        await this.#carryOutSome(ids.slice(start, start + readAtATime));
      }
      await this.#settle();
    } finally {
      this.#ending.dispose();
    }
    return this.#stoppedBy;
  }

  /** Neither cancelled nor stopped by failures. */
  get #isGoing(): boolean {
    return !this.#ending.signal.aborted;
  }

  async #carryOutSome(ids: readonly LabelId[]): Promise<void> {
    const fresh = await this.#read(ids);
    if (fresh === undefined) {
      await this.#leave(ids);
      return;
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
    await this.#sendAll(ready);
  }

  /** Sends a few at a time. What it throws is the journal's: then nothing more may be sent. */
  async #sendAll(ready: readonly ReadyLabel[]): Promise<void> {
    const labels = ready.values();
    const sendNext = async (): Promise<void> => {
      // All share one iterator: each takes the next label that nobody has taken.
      for (const { decision, label } of labels) {
        await this.#sendOrStop(label, decision);
        if (!this.#isGoing) {
          return;
        }
      }
    };
    const results = await Promise.allSettled(Array.from({ length: sentAtATime }, sendNext));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure !== undefined) {
      throw failure.reason;
    }
    await this.#leave(Array.from(labels, ({ label }) => label.id));
  }

  /** Undefined if they could not be read, and nothing can be sent. */
  async #read(ids: readonly LabelId[]): Promise<FreshLabels | undefined> {
    if (!this.#isGoing) {
      return undefined;
    }
    this.#options.onProgress?.('reading', this.#finished);
    try {
      const { record } = this.#options.run;
      const wanted = new Map(ids.map((id) => [id, codesOf(record, id)]));
      const { signal } = this.#ending;
      return await readFreshLabels(wanted, { source: this.#source, signal });
    } catch (error) {
      this.#stop(error);
      return undefined;
    }
  }

  #decide(id: LabelId, label: Label): LabelDecision {
    const { overConflicts = false, run } = this.#options;
    const { record } = run;
    const outcome = record.outcomeOf(id);
    const overruled = overConflicts && outcome.kind === 'conflict' ? outcome.conflicts : [];
    const change = record.changes.get(id);
    return change === undefined
      ? { send: [], conflicts: [], cannotBeEmptied: [] }
      : decide(change, label, {
          origin: record.header.origin,
          overruled,
          sent: record.sent.get(id)?.fields ?? [],
        });
  }

  async #sendOrStop(label: Label, decision: LabelDecision): Promise<void> {
    try {
      await this.#send(label, decision);
    } catch (error) {
      this.#stop(error);
      throw error;
    }
  }

  async #send(label: Label, decision: LabelDecision): Promise<void> {
    const { clock, gate, run, target } = this.#options;
    const { id } = label;
    const changes = editableValues(
      Object.fromEntries(decision.send.map(({ after, field }) => [field, after])),
    );
    await run.write({ kind: 'intent', id, sent: decision.send, at: clock.now() });
    let mayHaveLeft = false;
    try {
      await gate.send(async () => {
        mayHaveLeft = true;
        try {
          await target.sendChanges(id, changes, this.#ending.signal);
        } catch (error) {
          mayHaveLeft = !(error instanceof RateLimitedError);
          throw error;
        }
      }, this.#ending.signal);
      this.#streak.succeeded();
      const expected = { ...label, ...changes, record: { ...label.record, ...changes } };
      target.publish(expected);
      this.#addSent(label, decision, { isAccepted: true, expected });
      const outcome = outcomeBeside(decision);
      await run.write({ kind: 'outcome', id, outcome, isUnread: true, at: clock.now() });
    } catch (error) {
      const isUnderWay = error instanceof CancelledError && mayHaveLeft;
      if (isUnderWay || isAnswerLost(error)) {
        const reason = isUnderWay ? this.#endReason() : shownReason(error);
        this.#addSent(label, decision, { isAccepted: false, reason });
        await this.#write(id, { kind: 'uncertain', reason });
      } else {
        const outcome: LabelOutcome =
          error instanceof CancelledError
            ? this.#notSent()
            : error instanceof RateLimitedError
              ? outcomeOfFailure('notSent', error)
              : outcomeOfFailure('failed', error);
        // It has not arrived: nothing of it is there to be taken back.
        await this.#write(id, outcome, decision.send);
      }
      if (this.#streak.failed(error)) {
        this.#stop(error);
      }
    }
    this.#finished++;
    this.#options.onProgress?.('sending', this.#finished);
  }

  /** Reads what was sent, unless the person has cancelled: that ends all work. */
  async #settle(): Promise<void> {
    const { clock, onProgress, run, signal, target } = this.#options;
    const own = new Set(this.#sent.map(({ id }) => id));
    const earlier = unsettledLabels(run.record).filter(({ id }) => !own.has(id));
    const sent = [...this.#sent, ...earlier];
    if (sent.length > 0 && !signal.aborted) {
      onProgress?.('settling', this.#finished);
      const options = { run, source: this.#source, target, clock, signal };
      await settle(sent, { ...options, afterwards: ({ reason }) => outcomeOfLost(reason) });
    }
  }

  #addSent(
    label: Label,
    decision: LabelDecision,
    answer: Pick<SentLabel, 'isAccepted' | 'expected' | 'reason'>,
  ): void {
    const arrived = outcomeBeside(decision);
    this.#sent.push({ id: label.id, fields: decision.send, arrived, ...answer });
  }

  /** What comes of a label of which nothing needs to be sent. */
  #withoutSending(id: LabelId, decision: LabelDecision): LabelOutcome {
    const outcome = outcomeBeside(decision);
    // What is there already may be what was sent before, with an answer that was lost.
    const wasSent = this.#options.run.record.sent.has(id);
    return outcome.kind === 'done' && !wasSent ? { kind: 'alreadySo' } : outcome;
  }

  /** `unsent`: fields that are not to count as sent any more. */
  async #write(
    id: LabelId,
    outcome: LabelOutcome,
    unsent: readonly SentField[] = [],
  ): Promise<void> {
    const { clock, run } = this.#options;
    const names = new Set(unsent.map(({ field }) => field));
    const sent = run.record.sent.get(id)?.fields.filter(({ field }) => !names.has(field));
    await run.write({
      kind: 'outcome',
      id,
      outcome,
      ...(unsent.length === 0 || sent === undefined ? {} : { sent }),
      at: clock.now(),
    });
  }

  /** Labels that were uncertain or have failed stay so: nothing new is known of them. */
  async #leave(ids: readonly LabelId[]): Promise<void> {
    const { run } = this.#options;
    const { record } = run;
    if (this.#stoppedBy === undefined) {
      return;
    }
    const outcome = this.#notSent();
    const at = this.#options.clock.now();
    const left = ids.filter((id) => record.outcomeOf(id).kind === 'notSent');
    for (let start = 0; start < left.length; start += readAtATime) {
      const some = left.slice(start, start + readAtATime);
      await run.write(...some.map((id) => ({ kind: 'outcome', id, outcome, at }) as const));
    }
  }

  #notSent(): LabelOutcome {
    return this.#stoppedBy === undefined
      ? { kind: 'notSent' }
      : outcomeOfFailure('notSent', this.#stoppedBy);
  }

  #endReason(): string {
    return this.#stoppedBy === undefined
      ? l10n.t('It was under way when the run was cancelled.')
      : shownReason(this.#stoppedBy);
  }

  #stop(error: unknown): void {
    if (this.#isGoing) {
      if (!(error instanceof CancelledError)) {
        this.#stoppedBy = error;
      }
      this.#ending.abort();
    }
  }
}
