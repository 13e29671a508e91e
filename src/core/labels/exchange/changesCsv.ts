import { stringify } from 'csv-stringify/sync';
import type { RunRecord } from '../changes/runRecord.ts';

const columns = ['time', 'account', 'user', 'label', 'field', 'before', 'after', 'outcome'];

/** What runs have changed, one field in a row: who, when, what, from what, to what. */
export function changesCsv(runs: readonly RunRecord[]): string {
  const rows = runs.flatMap((run) => {
    const { baseUrl, tenantId, userId } = run.header.account;
    return Array.from(run.changes.values()).flatMap(({ fields, id }) =>
      fields.map(({ before, field, wanted }) => [
        new Date(run.timeOf(id)).toISOString(),
        `${tenantId} ${baseUrl}`,
        userId,
        id,
        field,
        before ?? '',
        wanted ?? '',
        run.outcomeOf(id).kind,
      ]),
    );
  });
  return stringify([columns, ...rows], { escape_formulas: true });
}
