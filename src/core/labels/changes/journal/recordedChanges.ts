import type { LabelId } from '../../../account/labelAddress.ts';
import type { EditableField, FieldValue } from '../../../api/labelFields.ts';
import type { LabelChange } from '../plan/changeSet.ts';
import type { LabelOutcome } from './labelOutcome.ts';
import type { RunRecord } from './runRecord.ts';
import type { RunSummary } from './runSummary.ts';

/** Change of a field for display: the replaced and the resulting value, or the planned ones. */
interface RecordedFieldChange {
  readonly field: EditableField;
  readonly before: FieldValue | undefined;
  readonly after: FieldValue | undefined;
}

/** Change of a label in a run. */
export interface RecordedChange {
  readonly run: RunSummary;
  readonly change: LabelChange;
  readonly fields: readonly RecordedFieldChange[];
  readonly outcome: LabelOutcome;
  /** Time of the label's last event, in milliseconds since the epoch. */
  readonly at: number;
}

/** Returns the changes of a run, in the order of its plan. */
export function* recordedChanges(run: RunRecord): Generator<RecordedChange, void, undefined> {
  for (const change of run.changes.values()) {
    yield recordedChange(run, change);
  }
}

/** Returns the changes of a label in `runs`, in the order of the runs. */
export async function changesOfLabel(
  runs: AsyncIterable<RunRecord>,
  id: LabelId,
): Promise<readonly RecordedChange[]> {
  const changes: RecordedChange[] = [];
  for await (const run of runs) {
    const change = run.changes.get(id);
    if (change !== undefined) {
      changes.push(recordedChange(run, change));
    }
  }
  return changes;
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
