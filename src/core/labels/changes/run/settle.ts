import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { LabelId } from '../../../account/labelAddress.ts';
import type { Label } from '../../../api/label.ts';
import { delay } from '../../../async/abort.ts';
import type { Clock } from '../../../async/clock.ts';
import { LinkedAbortController } from '../../../async/linkedAbortController.ts';
import { StorageError } from '../../../errors/storageError.ts';
import type { LabelPageSource } from '../../list/labelWalk.ts';
import { readFreshLabels } from '../../reading/freshLabels.ts';
import type { JournaledRun, RunEntry } from '../journal/journaledRun.ts';
import { type LabelOutcome, outcomeOfUpToDate, type SentField } from '../journal/labelOutcome.ts';
import type { RunRecord } from '../journal/runRecord.ts';
import { codesOfChange, isStoredAs, isSameInNormalForm, valueOf } from '../plan/changeSet.ts';
import { decide } from './runConflicts.ts';

/** A label that was changed, or may have been. */
export interface SentLabel {
  readonly id: LabelId;
  readonly fields: readonly SentField[];
  /** Returns the outcome of the label; called once `now`, the label as read, has all sent values. */
  readonly arrived: (now: Label) => LabelOutcome;
  /** True if the service accepted the change. */
  readonly isAccepted: boolean;
  /** The label as published when the service accepted the change; undefined if its response was lost. */
  readonly expected?: Label;
  /** Reason why the outcome is unknown. */
  readonly reason?: string;
}

/** Options for settling labels. */
export interface SettleOptions {
  readonly run: JournaledRun;
  readonly source: LabelPageSource;
  readonly target: { publish(label: Label): void };
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Returns the entries, dated `at`, for a label whose response was lost and that still has its old values. */
  readonly entriesOfUnknown: (label: SentLabel, at: number) => readonly RunEntry[];
}

/** Pauses before each reading of labels that still have their old values, in milliseconds: lists may lag behind. */
const pauses = [0, 250, 500, 1000, 2000];

/** Number of outcomes that are written together. */
const atATime = 100;

/** Maximum time for settling, in milliseconds. */
const longest = 120_000;

/**
 * Reads labels that were sent and writes their outcomes. Ends early when all have their new values. The outcome
 * of an unreadable label stays: done if the service confirmed it, otherwise uncertain. Throws `StorageError`.
 */
export async function settle(
  sent: readonly SentLabel[],
  { entriesOfUnknown, clock, run, signal, source, target }: SettleOptions,
): Promise<void> {
  const open = new Map(sent.map((label) => [label.id, label]));
  const seen = new Map<LabelId, Label>();
  const write = async (id: LabelId, outcome: LabelOutcome, fields?: readonly SentField[]) => {
    open.delete(id);
    await run.write({ kind: 'outcome', id, outcome, sent: fields, at: clock.now() });
  };
  const publishNews = ({ expected }: SentLabel, label: Label): void => {
    if (!isDeepStrictEqual(expected?.record, label.record)) {
      target.publish(label);
    }
  };
  const ending = new LinkedAbortController(signal);
  const timer = clock.schedule(longest, () => ending.abort());
  try {
    for (const pause of pauses) {
      await delay(clock, pause, ending.signal);
      const wanted = new Map(Array.from(open.keys(), (id) => [id, codesOf(run.record, id)]));
      const { found } = await readFreshLabels(wanted, {
        source,
        signal: ending.signal,
        whenRateLimited: 'throw',
      });
      const writing: Promise<void>[] = [];
      for (const [id, label] of found) {
        seen.set(id, label);
        const each = open.get(id);
        if (each !== undefined && isApplied(each, label)) {
          publishNews(each, label);
          writing.push(write(id, each.arrived(label), fieldsAsStored(each.fields, label)));
        }
        if (writing.length >= atATime) {
          await Promise.all(writing.splice(0));
        }
      }
      await Promise.all(writing);
      if (open.size === 0) {
        return;
      }
    }
    for (const each of Array.from(open.values())) {
      const label = seen.get(each.id);
      if (label !== undefined) {
        publishNews(each, label);
        const outcome = finalOutcome(each, label);
        await (outcome === undefined
          ? run.write(...entriesOfUnknown(each, clock.now()))
          : write(each.id, outcome));
      }
    }
  } catch (error) {
    if (error instanceof StorageError) {
      throw error;
    }
    // Cancelled, or the labels cannot be read now: they keep their known outcomes.
  } finally {
    timer.dispose();
    ending.dispose();
  }
}

/** Codes that a label of the run may have. */
export function codesOf(record: RunRecord, id: LabelId): readonly string[] {
  const change = record.changes.get(id);
  return change === undefined ? [] : codesOfChange(change);
}

/** Outcome of sent fields that the service accepted, based on the current label. */
export function outcomeAsStored(fields: readonly SentField[], now: Label): LabelOutcome {
  return isApplied({ fields }, now) ? { kind: 'done' } : notKept({ fields }, now);
}

/** Returns whether the label has all sent values. */
function isApplied({ fields }: Pick<SentLabel, 'fields'>, now: Label): boolean {
  return fields.every((sent) => isStoredAs(valueOf(now, sent.field), sent));
}

/**
 * Outcome of a label that lacks its new values after all pauses; undefined if its response was lost and it
 * still has its old values.
 */
function finalOutcome(each: SentLabel, now: Label): LabelOutcome | undefined {
  if (each.isAccepted) {
    return notKept(each, now);
  }
  const hasOldValues = each.fields.every(({ before, field }) => valueOf(now, field) === before);
  return hasOldValues
    ? undefined
    : {
        kind: 'uncertain',
        reason: l10n.t('The response was lost, and the label has other values now.'),
      };
}

function notKept({ fields }: Pick<SentLabel, 'fields'>, now: Label): LabelOutcome {
  const instead = fields.flatMap((sent) => {
    const { after: wanted, field } = sent;
    const current = valueOf(now, field);
    return isStoredAs(current, sent) ? [] : [{ field, wanted, current }];
  });
  return { kind: 'notKept', instead };
}

/** Returns the sent fields, with their values in the form in which the service stored them, if it did. */
export function fieldsAsStored(fields: readonly SentField[], now: Label): readonly SentField[] {
  return fields.map(({ after, before, field }) => {
    const value = valueOf(now, field);
    return { field, before, after: isSameInNormalForm(value, after) ? value : after };
  });
}

/** Labels of a run to read: their outcome is unknown, or based on the response only. */
export function unsettledLabels(record: RunRecord): readonly SentLabel[] {
  const ids = [...record.labelsWith('uncertain'), ...record.unread];
  return ids.flatMap((id) => {
    const fields = record.lastSentOf(id);
    const outcome = record.outcomeOf(id);
    const isAccepted = outcome.kind !== 'uncertain';
    const arrived = (now: Label): LabelOutcome =>
      isAccepted ? outcome : outcomeAsRead(record, id, now);
    const reason = outcome.kind === 'uncertain' ? { reason: outcome.reason } : {};
    return fields.length === 0 ? [] : [{ id, fields, arrived, isAccepted, ...reason }];
  });
}

/** Outcome of a label with all sent values, according to its other fields. */
function outcomeAsRead(
  { changes, header, sent }: RunRecord,
  id: LabelId,
  now: Label,
): LabelOutcome {
  const change = changes.get(id);
  if (change === undefined) {
    return { kind: 'done' };
  }
  const { origin } = header;
  const decision = decide(change, now, {
    origin,
    conflictsToOverwrite: [],
    sent: sent.get(id)?.fields ?? [],
  });
  return decision.send.length > 0 ? { kind: 'notSent' } : outcomeOfUpToDate(decision);
}
