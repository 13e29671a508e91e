import type { AccountId } from '../../../account/account.ts';
import type { LabelId } from '../../../account/labelAddress.ts';
import type { EditableField, FieldValue } from '../../../api/labelFields.ts';
import type { LabelChange } from '../plan/changeSet.ts';
import type { LabelOutcome } from './labelOutcome.ts';
import type { RunRecord } from './runRecord.ts';

/** Change of a field for display: the replaced and the resulting value, or the planned ones. */
interface RecordedFieldChange {
  readonly field: EditableField;
  readonly before: FieldValue | undefined;
  readonly after: FieldValue | undefined;
}

/** Change of a label in a run. */
export interface RecordedChange {
  readonly run: RunRecord;
  readonly change: LabelChange;
  readonly fields: readonly RecordedFieldChange[];
  readonly outcome: LabelOutcome;
  /** Time of its last event, in milliseconds since the epoch. */
  readonly at: number;
}

/** Returns the changes of `runs`, in their order. */
export function* recordedChanges(
  runs: readonly RunRecord[],
): Generator<RecordedChange, void, undefined> {
  for (const run of runs) {
    for (const change of run.changes.values()) {
      yield recordedChange(run, change);
    }
  }
}

/** Returns the changes of a label, newest first. */
export function changesOfLabel(
  runs: readonly RunRecord[],
  account: AccountId,
  id: LabelId,
): readonly RecordedChange[] {
  return runs.toReversed().flatMap((run) => {
    const change = run.header.account.id === account ? run.changes.get(id) : undefined;
    return change === undefined ? [] : [recordedChange(run, change)];
  });
}

function recordedChange(run: RunRecord, change: LabelChange): RecordedChange {
  const { id } = change;
  const sent = run.sent.get(id)?.fields ?? [];
  const fields = change.fields.map(({ before, field, wanted }) => {
    const values = sent.find((each) => each.field === field) ?? { before, after: wanted };
    return { field, before: values.before, after: values.after };
  });
  return { run, change, fields, outcome: run.outcomeOf(id), at: run.timeOf(id) };
}
