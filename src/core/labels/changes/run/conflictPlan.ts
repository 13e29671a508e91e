import type { LabelId } from '../../../account/labelAddress.ts';
import type { Label } from '../../../api/label.ts';
import { inSlices } from '../../../async/slices.ts';
import type { FreshLabels, LabelsToRead } from '../../reading/freshLabels.ts';
import type { FieldConflict } from '../journal/labelOutcome.ts';
import type { RunRecord } from '../journal/runRecord.ts';
import type { ChangePlan, FieldChange, LabelChange } from '../plan/changeSet.ts';
import { decide } from './runConflicts.ts';
import { codesOf } from './settle.ts';

/** Returns the labels of a run with conflicts, with the codes by which they are found. */
export function labelsInConflict(record: RunRecord): LabelsToRead {
  return new Map(record.labelsOf('overwrite').map((id) => [id, codesOf(record, id)]));
}

/**
 * Plans the conflicting changes of a run against the current state of their labels in the service: they
 * replace values that somebody else has set. Works in slices.
 */
export async function planOverConflicts(
  record: RunRecord,
  { found, gone }: Pick<FreshLabels, 'found' | 'gone'>,
): Promise<ChangePlan> {
  const changes: LabelChange[] = [];
  const labels = new Map<LabelId, Label>();
  const missing: LabelId[] = [];
  let unchanged = 0;
  for await (const slice of inSlices(record.labelsOf('overwrite'))) {
    for (const id of slice) {
      const [change, label] = [record.changes.get(id), found.get(id)];
      if (change === undefined || label === undefined) {
        missing.push(id);
        continue;
      }
      const fields = fieldsOver(change, label, record);
      if (fields.length === 0) {
        unchanged++;
      } else {
        changes.push({ ...change, name: label.labelName ?? change.name, fields });
        labels.set(id, label);
      }
    }
  }
  return {
    changes,
    labels,
    unchanged,
    gone: missing.filter((id) => gone.has(id)),
    unknown: missing.filter((id) => !gone.has(id)),
  };
}

/** Returns the conflicts that `changes` resolve in favor of the wanted values. */
export function conflictsToOverwriteIn(
  changes: readonly LabelChange[],
): ReadonlyMap<LabelId, readonly FieldConflict[]> {
  return new Map(
    changes.map(({ fields, id }) => [
      id,
      fields.flatMap(({ before: current, conflict, field, wanted }) =>
        conflict === undefined ? [] : [{ field, before: conflict.expected, wanted, current }],
      ),
    ]),
  );
}

function fieldsOver(change: LabelChange, label: Label, record: RunRecord): readonly FieldChange[] {
  const { conflicts, send } = decide(change, label, {
    origin: record.header.origin,
    conflictsToOverwrite: [],
    sent: record.sent.get(change.id)?.fields ?? [],
  });
  const fields = [
    ...send.map(({ after: wanted, before, field }) => ({ field, before, wanted })),
    ...conflicts.map(({ before: expected, current: before, field, wanted }) => ({
      field,
      before,
      wanted,
      conflict: { expected },
    })),
  ];
  // The service cannot empty a field.
  return fields.filter(({ wanted }) => wanted !== undefined);
}
