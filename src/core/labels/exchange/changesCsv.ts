import { stringify } from 'csv-stringify/sync';
import type { RunRecord } from '../changes/runRecord.ts';

const columns = ['time', 'account', 'user', 'label', 'field', 'before', 'after', 'outcome'];

/**
 * What runs have changed, one field in a row: who, when, what, from what, to what. Where a change was sent,
 * or may have been, these are the values that were replaced and kept, else those that were planned.
 */
export function changesCsv(runs: readonly RunRecord[]): string {
  const rows = runs.flatMap((run) => {
    const { baseUrl, tenantId, userId } = run.header.account;
    return Array.from(run.changes.values()).flatMap(({ fields, id }) => {
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
    });
  });
  return stringify([columns, ...rows], { escape_formulas: true });
}
