import { stringify } from 'csv-stringify/sync';
import { inSlices } from '../../async/slices.ts';
import type { LabelChange } from '../changes/changeSet.ts';
import type { RunRecord } from '../changes/runRecord.ts';

/** How many labels are written before others have their turn. */
const atATime = 500;

const columns = ['time', 'account', 'user', 'label', 'field', 'before', 'after', 'outcome'];

/**
 * What runs have changed, one field in a row: who, when, what, from what, to what. Where a change was sent,
 * or may have been, these are the values that were replaced and kept, else those that were planned.
 */
export async function changesCsv(runs: readonly RunRecord[]): Promise<string> {
  const chunks = [stringify([columns])];
  for await (const slice of inSlices(changesOf(runs), atATime)) {
    const rows = slice.flatMap(({ change, run }) => rowsOf(run, change));
    chunks.push(stringify(rows, { escape_formulas: true }));
  }
  return chunks.join('');
}

function* changesOf(
  runs: readonly RunRecord[],
): Generator<{ readonly run: RunRecord; readonly change: LabelChange }, void, undefined> {
  for (const run of runs) {
    for (const change of run.changes.values()) {
      yield { run, change };
    }
  }
}

function rowsOf(run: RunRecord, { fields, id }: LabelChange): readonly (string | number)[][] {
  const { baseUrl, tenantId, userId } = run.header.account;
  const sent = run.sent.get(id)?.fields ?? [];
  return fields.map(({ before, field, wanted }) => {
    const values = sent.find((each) => each.field === field) ?? { before, after: wanted };
    return [
      new Date(run.timeOf(id)).toISOString(),
      `${tenantId} ${baseUrl}`,
      userId,
      id,
      field,
      values.before ?? '',
      values.after ?? '',
      run.outcomeOf(id).kind,
    ];
  });
}
