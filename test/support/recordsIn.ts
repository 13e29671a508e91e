import type { ChangeJournal } from '../../src/core/labels/changes/journal/journal.ts';
import type { RunRecord } from '../../src/core/labels/changes/journal/runRecord.ts';

/** Returns the runs of a journal with their labels, oldest first. */
export async function recordsIn(journal: ChangeJournal): Promise<readonly RunRecord[]> {
  const records: RunRecord[] = [];
  for await (const record of journal.recordsOf(await journal.runs())) {
    records.push(record);
  }
  return records;
}
