import type { Account, AccountId } from '../../../account/account.ts';
import type { Label } from '../../../api/label.ts';
import { editableFields, type LabelChanges } from '../../../api/labelFields.ts';
import { type Clock, Moment } from '../../../async/clock.ts';
import { CancelledError } from '../../../errors/cancelledError.ts';
import { isAnswerLost } from '../../../errors/lostAnswer.ts';
import { StorageError } from '../../../errors/storageError.ts';
import type { ChangeJournal } from '../journal/journal.ts';
import type { JournaledRun, RunEntry } from '../journal/journaledRun.ts';
import {
  type LabelOutcome,
  outcomeOfFailure,
  shownReason,
  type SentField,
} from '../journal/labelOutcome.ts';
import type { RunRecord } from '../journal/runRecord.ts';
import { valueOf, type LabelChange } from '../plan/changeSet.ts';
import { runFailure } from './runFailures.ts';
import { fieldsAsStored, outcomeAsStored } from './settle.ts';

/** Edit of one label: a save or a rename. */
export interface LabelEdit {
  readonly account: Account;
  /** The label as last read. */
  readonly label: Label;
  readonly changes: LabelChanges;
}

interface LabelEditsOptions {
  readonly journal: Pick<ChangeJournal, 'begin' | 'greatestSequence' | 'nextSequence' | 'reopen'>;
  readonly clock: Clock;
  /** Called if the journal fails to record an edit; the edit is still sent. */
  readonly onDidFail: (error: StorageError) => void;
}

/** Run to which the next edit may be added. */
interface RecentRun {
  readonly record: RunRecord;
  /** End of its last edit, in milliseconds since the epoch. */
  readonly at: number;
}

/** Recorded edit that is being sent. */
interface PendingEdit {
  readonly run: JournaledRun;
  readonly change: LabelChange;
  readonly sent: readonly SentField[];
  /** Change of the same label by earlier edits of the run, all of which are done. */
  readonly earlier: LabelChange | undefined;
}

/** Maximum age of a sequence number requested ahead, in milliseconds. */
const maximumSequenceAge = 5000;

/** Maximum pause between two edits of one run, in milliseconds. */
const maximumPause = 300_000;

/**
 * Records edits of single labels as runs: the intent before an edit is sent, the outcome afterwards.
 * Consecutive edits share a run, unless something else was sent in between; edits of one label form one
 * change, from the first value to the last. The run ends after each edit, so that it can be undone.
 */
export class LabelEdits {
  readonly #options: LabelEditsOptions;
  /** Runs whose last edit is finished, by account; while an edit is pending, another one begins a new run. */
  readonly #recent = new Map<AccountId, Promise<RecentRun | undefined>>();

  #ahead: { readonly sequence: Promise<number>; readonly asked: Moment } | undefined;

  constructor(options: LabelEditsOptions) {
    this.#options = options;
  }

  /** Requests a sequence number ahead, so that the next edit does not wait for the journal. */
  prepare(): void {
    const sequence = this.#options.journal.nextSequence();
    // A failure here happens again in `record`, which reports it.
    sequence.catch(() => undefined);
    this.#ahead = { sequence, asked: new Moment(this.#options.clock) };
  }

  /**
   * Sends an edit with `send`, which returns the updated label. Throws as `send` does; a failure of the journal
   * does not prevent sending.
   */
  async record(edit: LabelEdit, send: () => Promise<Label>): Promise<Label> {
    const pending = await this.#unlessStorageFails(async () => await this.#begin(edit));
    try {
      const updated = await send();
      this.#end(pending, (each, at) => entriesOfSuccess(each, updated, at));
      return updated;
    } catch (error) {
      this.#end(pending, (each, at) => entriesOfFailure(each, error, at));
      throw error;
    }
  }

  /** Returns the sequence number requested ahead, unless it is too old, or something else was begun since. */
  async #takeSequence(): Promise<number | undefined> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead === undefined || ahead.asked.age >= maximumSequenceAge) {
      return undefined;
    }
    const sequence = await ahead.sequence;
    return sequence > this.#options.journal.greatestSequence ? sequence : undefined;
  }

  async #takeRecent(account: AccountId): Promise<RecentRun | undefined> {
    const recent = this.#recent.get(account);
    this.#recent.delete(account);
    return await recent;
  }

  /** Begins a run with the edit, or appends it to the last one. Throws `StorageError`. */
  async #begin(edit: LabelEdit): Promise<PendingEdit> {
    const { account } = edit;
    const change = changeOf(edit);
    const sent = sentFieldsOf(change);
    const { clock, journal } = this.#options;
    const recent = await this.#takeRecent(account.id);
    const sequence = (await this.#takeSequence()) ?? (await journal.nextSequence());
    const isToContinue =
      recent !== undefined &&
      // No run has begun since that may have undone this one.
      sequence === recent.record.lastSequence + 1 &&
      Math.abs(clock.now() - recent.at) < maximumPause &&
      continues(recent.record, change);
    const known = isToContinue
      ? await journal.reopen(account.id, recent.record.header.id, sequence)
      : undefined;
    const title = change.name ?? change.code ?? change.id;
    const intent = { kind: 'intent', id: change.id, sent, at: clock.now() } as const;
    if (known === undefined) {
      const set = { account, title, origin: 'edit', changes: [change] } as const;
      const run = await journal.begin(set, sequence, [intent]);
      return { run, change, sent, earlier: undefined };
    }
    const earlier = known.record.changes.get(change.id);
    try {
      await known.write({ kind: 'plan', change }, intent);
    } catch (error) {
      known.dispose();
      throw error;
    }
    return { run: known, change, sent, earlier };
  }

  /** Writes the outcome of an edit and ends its run; only the next edit waits for this. */
  #end(
    pending: PendingEdit | undefined,
    entriesFor: (pending: PendingEdit, at: number) => readonly RunEntry[],
  ): void {
    if (pending === undefined) {
      return;
    }
    const { run } = pending;
    const ended = this.#unlessStorageFails(async (): Promise<RecentRun> => {
      const at = this.#options.clock.now();
      try {
        await run.write(...entriesFor(pending, at));
        await run.end(at);
      } catch (error) {
        // Release the run, so that it can be resumed and the outcome of the edit read.
        run.dispose();
        throw error;
      }
      return { record: run.record, at };
    });
    this.#recent.set(run.record.header.account.id, ended);
  }

  async #unlessStorageFails<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageError)) {
        throw error;
      }
      this.#options.onDidFail(error);
      return undefined;
    }
  }
}

/**
 * Returns whether an edit can be added to a run. It becomes one change with earlier edits of its label, so
 * these must be done, and nobody else may have changed its fields since: an undo would have to skip those
 * values.
 */
function continues(record: RunRecord, { fields, id }: LabelChange): boolean {
  const sent = record.sent.get(id)?.fields ?? [];
  const isOwn = fields.every(({ before, field }) =>
    sent.every((each) => each.field !== field || each.after === before),
  );
  return !record.changes.has(id) || (record.outcomeOf(id).kind === 'done' && isOwn);
}

/**
 * Returns the entries for an accepted edit. Only now is it merged with the earlier edits of its label: if it
 * were merged before it is sent, a crash would leave open which of them arrived.
 */
function entriesOfSuccess(
  { change, earlier, sent }: PendingEdit,
  updated: Label,
  at: number,
): readonly RunEntry[] {
  const { id } = change;
  const outcome = outcomeAsStored(sent, updated);
  const kept = fieldsAsStored(sent, updated);
  if (earlier === undefined) {
    return [{ kind: 'outcome', id, outcome, sent: kept, at }];
  }
  const firstValue = <Field extends Pick<SentField, 'before' | 'field'>>(each: Field): Field => {
    const first = earlier.fields.find(({ field }) => field === each.field);
    return first === undefined ? each : { ...each, before: first.before };
  };
  const edited = change.fields.map(firstValue);
  const others = earlier.fields.filter(({ field }) => edited.every((each) => each.field !== field));
  const fields = [...others, ...edited].toSorted(
    (one, other) => editableFields.indexOf(one.field) - editableFields.indexOf(other.field),
  );
  return [
    { kind: 'plan', change: { ...earlier, fields } },
    { kind: 'outcome', id, outcome, sent: kept.map(firstValue), at },
  ];
}

/** Entries for an edit that has failed, or may have. */
function entriesOfFailure(
  { change, earlier }: PendingEdit,
  error: unknown,
  at: number,
): readonly RunEntry[] {
  const { id } = change;
  if (isAnswerLost(error) || error instanceof CancelledError) {
    const outcome = { kind: 'uncertain', reason: shownReason(error) } as const;
    return [{ kind: 'outcome', id, outcome, at }];
  }
  const outcome = outcomeOfFailure(runFailure(error).outcome, error);
  return earlier === undefined
    ? [{ kind: 'outcome', id, outcome, hasNotArrived: true, at }]
    : entriesRestoring(earlier, outcome, at);
}

/**
 * Entries for an edit with `outcome` that was not applied; they restore the earlier edit of the label, which can be
 * undone.
 */
export function entriesRestoring(
  earlier: LabelChange,
  outcome: LabelOutcome,
  at: number,
): readonly RunEntry[] {
  const { id } = earlier;
  return [
    { kind: 'outcome', id, outcome, hasNotArrived: true, at },
    { kind: 'plan', change: earlier },
    { kind: 'outcome', id, outcome: { kind: 'done' }, at },
  ];
}

function changeOf({ changes, label }: LabelEdit): LabelChange {
  const { id, labelCode: code, labelName: name } = label;
  const fields = editableFields.flatMap((field) => {
    const wanted = changes[field];
    return wanted === undefined ? [] : [{ field, before: valueOf(label, field), wanted }];
  });
  return { id, code, name, fields };
}

function sentFieldsOf({ fields }: LabelChange): readonly SentField[] {
  return fields.map(({ before, field, wanted: after }) => ({ field, before, after }));
}
