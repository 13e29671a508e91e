import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import { delay } from '../../async/abort.ts';
import type { Clock } from '../../async/clock.ts';
import { LinkedAbortController } from '../../async/linkedAbortController.ts';
import { StorageError } from '../../errors/storageError.ts';
import type { LabelPageSource } from '../list/labelWalk.ts';
import { hasBecome, isSameInNormalForm, valueOf } from './changeSet.ts';
import { readFreshLabels } from './freshLabels.ts';
import type { JournaledRun } from './journaledRun.ts';
import type { LabelOutcome, SentField } from './labelOutcome.ts';
import { decide } from './runConflicts.ts';
import { outcomeBeside } from './runOutcomes.ts';
import type { RunRecord } from './runRecord.ts';

/** A label that was changed, or may have been. */
export interface SentLabel {
  readonly id: LabelId;
  readonly fields: readonly SentField[];
  /** What comes of the label if all that was sent is there, as `now` shows. */
  readonly arrived: (now: Label) => LabelOutcome;
  /** Whether the service has said that it took the change. */
  readonly isAccepted: boolean;
  /** The label as others believe it to be now. */
  readonly expected?: Label;
  /** Why it is not known. */
  readonly reason?: string;
}

/** How to settle labels. */
export interface SettleOptions {
  readonly run: JournaledRun;
  readonly source: LabelPageSource;
  readonly target: { publish(label: Label): void };
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** What comes of a label whose answer was lost, and that still has its old values. */
  readonly afterwards: (label: SentLabel) => LabelOutcome;
}

/** When labels are read again that still have their old values, in milliseconds: a list may lag. */
const pauses = [0, 250, 500, 1000, 2000];

/** How many labels are dealt with before others have their turn. */
const atATime = 100;

/** How long all of it may take, in milliseconds. */
const longest = 120_000;

/**
 * Reads labels that were sent and writes what came of them. Ends early when all have their new values.
 * What cannot be read stays as it is: done if the service has said so, else uncertain. Throws `StorageError`.
 */
export async function settle(
  sent: readonly SentLabel[],
  { afterwards, clock, run, signal, source, target }: SettleOptions,
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
      const { found } = await readFreshLabels(wanted, { source, signal: ending.signal });
      const writing: Promise<void>[] = [];
      for (const [id, label] of found) {
        seen.set(id, label);
        const each = open.get(id);
        if (each !== undefined && hasArrived(each, label)) {
          publishNews(each, label);
          writing.push(write(id, each.arrived(label), fieldsAsKept(each, label)));
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
        await write(each.id, finalOutcome(each, label, afterwards));
      }
    }
  } catch (error) {
    if (error instanceof StorageError) {
      throw error;
    }
    // Cancelled, or it cannot be read now: what is known of the labels stands.
  } finally {
    timer.dispose();
    ending.dispose();
  }
}

/** The codes that a label of the run may have. */
export function codesOf(record: RunRecord, id: LabelId): readonly string[] {
  const change = record.changes.get(id);
  const ofFields = (change?.fields ?? [])
    .filter(({ field }) => field === 'labelCode')
    .flatMap(({ before, wanted }) => [before, wanted]);
  const codes = [change?.code, ...ofFields].flatMap((value) =>
    typeof value === 'string' && value !== '' ? [value] : [],
  );
  return Array.from(new Set(codes));
}

/** Whether all that was sent is there. */
function hasArrived({ fields }: SentLabel, now: Label): boolean {
  return fields.every((sent) => hasBecome(valueOf(now, sent.field), sent));
}

/** What has come of a label that has not got its new values after a while. */
function finalOutcome(
  each: SentLabel,
  now: Label,
  afterwards: SettleOptions['afterwards'],
): LabelOutcome {
  if (each.isAccepted) {
    return notKept(each, now);
  }
  const hasOldValues = each.fields.every(({ before, field }) => valueOf(now, field) === before);
  return hasOldValues
    ? afterwards(each)
    : {
        kind: 'uncertain',
        reason: l10n.t('The answer was lost, and the label has other values now.'),
      };
}

function notKept({ fields }: SentLabel, now: Label): LabelOutcome {
  const instead = fields.flatMap((sent) => {
    const { after: wanted, field } = sent;
    const current = valueOf(now, field);
    return hasBecome(current, sent) ? [] : [{ field, wanted, current }];
  });
  return { kind: 'notKept', instead };
}

/** What was sent, as the service keeps it. */
function fieldsAsKept({ fields }: SentLabel, now: Label): readonly SentField[] {
  return fields.map(({ after, before, field }) => {
    const value = valueOf(now, field);
    return { field, before, after: isSameInNormalForm(value, after) ? value : after };
  });
}

/** The labels of a run that have to be read: what has come of them is not known, or only as an answer. */
export function unsettledLabels(record: RunRecord): readonly SentLabel[] {
  const ids = [...record.labelsWith('uncertain'), ...record.unread];
  return ids.flatMap((id) => {
    const fields = record.sent.get(id)?.fields ?? [];
    const outcome = record.outcomeOf(id);
    const isAccepted = outcome.kind !== 'uncertain';
    const arrived = (now: Label): LabelOutcome =>
      isAccepted ? outcome : outcomeAsRead(record, id, now);
    const reason = outcome.kind === 'uncertain' ? { reason: outcome.reason } : {};
    return fields.length === 0 ? [] : [{ id, fields, arrived, isAccepted, ...reason }];
  });
}

/** What has come of a label all of which is there that was sent, by what it holds in its other fields. */
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
    overruled: [],
    sent: sent.get(id)?.fields ?? [],
  });
  return decision.send.length > 0 ? { kind: 'notSent' } : outcomeBeside(decision);
}
