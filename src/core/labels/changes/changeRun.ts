import type { LabelId } from '../../account/labelAddress.ts';
import { changedLabel, type Label } from '../../api/label.ts';
import { editableValues } from '../../api/labelFields.ts';
import type { Disposable } from '../../async/disposable.ts';
import { RateLimitedError } from '../../errors/rateLimitedError.ts';
import type { LabelPageSource } from '../list/labelWalk.ts';
import { concurrentRequests } from '../requestLimits.ts';
import type { ChangeRunOptions } from './changeRunOptions.ts';
import { readFreshLabels, type FreshLabels } from './freshLabels.ts';
import { Freshness } from './freshness.ts';
import type { LabelOutcome } from './labelOutcome.ts';
import { decide, type LabelDecision } from './runConflicts.ts';
import { RunEnding } from './runEnding.ts';
import { outcomeBeside, outcomeOfLost, outcomeOfMissing } from './runOutcomes.ts';
import { inTurn, type RunTurn } from './runTurns.ts';
import { sendOnce } from './sendOnce.ts';
import { codesOf, settle, unsettledLabels, type SentLabel } from './settle.ts';

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
  const sending = new Sending(options);
  try {
    return await sending.carryOut(ids);
  } finally {
    sending.dispose();
  }
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

/** What has come of a label so far; `isUnread`: as the service has answered. */
interface KnownOutcome {
  readonly outcome: LabelOutcome;
  readonly isUnread?: true;
}

class Sending implements Disposable {
  readonly #options: ChangeRunOptions;
  readonly #source: LabelPageSource;
  readonly #freshness: Freshness;
  readonly #ending: RunEnding;
  /** What the service may hold, and has to be read. */
  readonly #sent: SentLabel[] = [];
  #finished = 0;

  constructor(options: ChangeRunOptions) {
    const { clock, gate, signal: cancelled, target } = options;
    this.#options = options;
    this.#freshness = new Freshness(clock);
    this.#ending = new RunEnding(cancelled);
    this.#source = gate.pagesOf(target, this.#ending.signal);
  }

  /** Returns what has stopped it, if something has. */
  async carryOut(ids: readonly LabelId[]): Promise<unknown> {
    const { onProgress, run, signal, turns } = this.#options;
    const account = run.record.header.account.id;
    let left = ids;
    do {
      onProgress?.('waiting', this.#finished);
      const work = async (turn: RunTurn) => await this.#carryOutInTurn(left, turn);
      left = (await inTurn({ account, signal, turns }, work)) ?? [];
    } while (left.length > 0);
    return this.#ending.stoppedBy;
  }

  dispose(): void {
    this.#ending.dispose();
  }

  /** Returns the labels that are left, where another run has taken the turn over. */
  async #carryOutInTurn(ids: readonly LabelId[], turn: RunTurn): Promise<readonly LabelId[]> {
    for (let left = ids; left.length > 0;) {
      const again = await this.#carryOutSome(left.slice(0, readAtATime), turn);
      left = [...again, ...left.slice(readAtATime)];
      if (again.length > 0 && !(await turn.isStillHeld())) {
        return left;
      }
    }
    await this.#settle();
    return [];
  }

  /** Returns the labels that have to be read again before they are sent. */
  async #carryOutSome(ids: readonly LabelId[], turn: RunTurn): Promise<readonly LabelId[]> {
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
    return await this.#sendAll(ready, turn);
  }

  /**
   * Sends a few at a time. Returns those that have to be read again. What it throws is the journal's: then
   * nothing more may be sent.
   */
  async #sendAll(ready: readonly ReadyLabel[], turn: RunTurn): Promise<readonly LabelId[]> {
    const finishedBefore = this.#finished;
    const labels = ready.values();
    const heldBack: LabelId[] = [];
    const sendNext = async (): Promise<void> => {
      // All share one iterator: each takes the next label that nobody has taken.
      for (const each of labels) {
        if (this.#freshness.isOver || !(await this.#sendOrStop(each, turn))) {
          heldBack.push(each.label.id);
        }
        if (!this.#ending.isGoing) {
          return;
        }
      }
    };
    const results = await Promise.allSettled(Array.from({ length: sentAtATime }, sendNext));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure !== undefined) {
      throw failure.reason;
    }
    if (heldBack.length === 0 || this.#finished > finishedBefore) {
      this.#freshness.sent();
    } else if (this.#freshness.isOver) {
      this.#freshness.heldBack();
    }
    if (this.#freshness.isHopeless) {
      // Only the service's own waits keep labels for so long, time after time.
      this.#ending.stop(new RateLimitedError(undefined));
    }
    if (!this.#ending.isGoing) {
      await this.#leave([...heldBack, ...Array.from(labels, ({ label }) => label.id)]);
      return [];
    }
    return heldBack;
  }

  /** Undefined if they could not be read, and nothing can be sent. */
  async #read(ids: readonly LabelId[]): Promise<FreshLabels | undefined> {
    if (!this.#ending.isGoing) {
      return undefined;
    }
    this.#options.onProgress?.('reading', this.#finished);
    try {
      const { record } = this.#options.run;
      const wanted = new Map(ids.map((id) => [id, codesOf(record, id)]));
      const { signal } = this.#ending;
      return await this.#freshness.reading(
        async () => await readFreshLabels(wanted, { source: this.#source, signal }),
      );
    } catch (error) {
      this.#ending.stop(error);
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

  /** Returns whether it was dealt with; false if it has to be read again before. */
  async #sendOrStop(ready: ReadyLabel, turn: RunTurn): Promise<boolean> {
    try {
      return await this.#send(ready, turn);
    } catch (error) {
      this.#ending.stop(error);
      throw error;
    }
  }

  async #send({ decision, label }: ReadyLabel, turn: RunTurn): Promise<boolean> {
    const { clock, gate, onProgress, run, target } = this.#options;
    const { id } = label;
    const changes = editableValues(
      Object.fromEntries(decision.send.map(({ after, field }) => [field, after])),
    );
    const before = this.#known(id);
    await run.write({ kind: 'intent', id, sent: decision.send, at: clock.now() });
    const result = await sendOnce(id, changes, {
      gate,
      mayLeave: async () => !this.#freshness.isOver && (await turn.isStillHeld()),
      sendChanges: async (...sent) => await target.sendChanges(...sent),
      signal: this.#ending.signal,
    });
    switch (result.kind) {
      case 'heldBack':
        await this.#writeNotArrived(id, before);
        return false;
      case 'accepted': {
        this.#ending.succeeded();
        const expected = changedLabel(label, changes);
        target.publish(expected);
        this.#addSent(label, decision, { isAccepted: true, expected });
        const outcome = outcomeBeside(decision);
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
        // That it was not sent now says nothing of what has come of it before.
        const isNews = outcome.kind !== 'notSent' || before.outcome.kind === 'notSent';
        await this.#writeNotArrived(id, isNews ? { outcome } : before);
        this.#ending.failed(error);
      }
    }
    this.#finished++;
    onProgress?.('sending', this.#finished);
    return true;
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
    const arrived = (): LabelOutcome => outcomeBeside(decision);
    this.#sent.push({ id: label.id, fields: decision.send, arrived, ...answer });
  }

  /** What comes of a label of which nothing needs to be sent. */
  #withoutSending(id: LabelId, decision: LabelDecision): LabelOutcome {
    const outcome = outcomeBeside(decision);
    // What is there already may be what was sent before, with an answer that was lost.
    const wasSent = this.#options.run.record.sent.has(id);
    return outcome.kind === 'done' && !wasSent ? { kind: 'alreadySo' } : outcome;
  }

  async #write(id: LabelId, outcome: LabelOutcome): Promise<void> {
    const { clock, run } = this.#options;
    await run.write({ kind: 'outcome', id, outcome, at: clock.now() });
  }

  /** What is known of a label before it is sent, or is not sent after all. */
  #known(id: LabelId): KnownOutcome {
    const { record } = this.#options.run;
    const outcome = record.outcomeOf(id);
    return record.unread.has(id) ? { outcome, isUnread: true } : { outcome };
  }

  async #writeNotArrived(id: LabelId, known: KnownOutcome): Promise<void> {
    const { clock, run } = this.#options;
    await run.write({ kind: 'outcome', id, ...known, hasNotArrived: true, at: clock.now() });
  }

  /** Labels that were uncertain or have failed stay so: nothing new is known of them. */
  async #leave(ids: readonly LabelId[]): Promise<void> {
    const { run } = this.#options;
    const { record } = run;
    if (this.#ending.stoppedBy === undefined) {
      return;
    }
    const outcome = this.#ending.notSent();
    const at = this.#options.clock.now();
    const left = ids.filter((id) => record.outcomeOf(id).kind === 'notSent');
    for (let start = 0; start < left.length; start += readAtATime) {
      const some = left.slice(start, start + readAtATime);
      await run.write(...some.map((id) => ({ kind: 'outcome', id, outcome, at }) as const));
    }
  }
}
