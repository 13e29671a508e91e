import type { LabelId } from '../../../account/labelAddress.ts';
import { inSlices } from '../../../async/slices.ts';
import { StorageError } from '../../../errors/storageError.ts';
import { readFreshLabels } from '../../reading/freshLabels.ts';
import type { RunEntry } from '../journal/journaledRun.ts';
import { isStoredAs, isUndoOrRedo, valueOf } from '../plan/changeSet.ts';
import { entriesRestoring } from './labelEdits.ts';
import { codesOf, fieldsAsStored, settle, type SettleOptions, unsettledLabels } from './settle.ts';

/** Number of labels whose outcomes are written at a time. */
const atATime = 100;

/**
 * Reads the labels of a run whose window is gone, and records their outcomes. Throws `StorageError`; the
 * outcome of an unreadable label stays.
 */
export async function settleAbandonedRun(
  options: Omit<SettleOptions, 'entriesOfUnknown'>,
): Promise<void> {
  const { record } = options.run;
  await settle(unsettledLabels(record), {
    ...options,
    // The request may never have been sent.
    entriesOfUnknown: ({ id }, at) => {
      const earlier = record.header.origin === 'edit' ? record.earlierChangeOf(id) : undefined;
      const outcome = { kind: 'notSent' } as const;
      return earlier === undefined
        ? [{ kind: 'outcome', id, outcome, at }]
        : entriesRestoring(earlier, outcome, at);
    },
  });
  // Not for an undo or redo: if the change that it reverts never arrived, its labels have the wanted values anyway.
  if (!isUndoOrRedo(record.header.origin)) {
    await recognizeSent(options);
  }
}

/**
 * Records labels as changed by the run if they have their wanted values but only a plan in the journal: a
 * disk may have lost the last lines. Otherwise nobody would learn of these changes, and no undo would include
 * them.
 */
async function recognizeSent({
  clock,
  run,
  signal,
  source,
  target,
}: Omit<SettleOptions, 'entriesOfUnknown'>): Promise<void> {
  const { record } = run;
  const wanted = new Map(
    Array.from(record.untouched, (id): readonly [LabelId, readonly string[]] => [
      id,
      codesOf(record, id),
    ]),
  );
  if (wanted.size === 0) {
    return;
  }
  try {
    const { found } = await readFreshLabels(wanted, { source, signal, whenRateLimited: 'throw' });
    for await (const slice of inSlices(found.values(), atATime)) {
      const entries = slice.flatMap((label): readonly RunEntry[] => {
        const { id } = label;
        const at = clock.now();
        const fields = (record.changes.get(id)?.fields ?? []).map(
          ({ before, field, wanted: after }) => ({ field, before, after }),
        );
        if (!fields.every((each) => isStoredAs(valueOf(label, each.field), each))) {
          return [];
        }
        target.publish(label);
        const sent = fieldsAsStored(fields, label);
        return [
          { kind: 'intent', id, sent, at },
          { kind: 'outcome', id, outcome: { kind: 'done' }, at },
        ];
      });
      if (entries.length > 0) {
        await run.write(...entries);
      }
    }
  } catch (error) {
    if (error instanceof StorageError) {
      throw error;
    }
    // Cancelled, or the labels cannot be read now: they count as not sent.
  }
}
