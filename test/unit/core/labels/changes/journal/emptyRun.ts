import type { Account } from '../../../../../../src/core/account/account.ts';
import type { RunHeader } from '../../../../../../src/core/labels/changes/journal/journalEntry.ts';
import { RunRecord } from '../../../../../../src/core/labels/changes/journal/runRecord.ts';

/** The record of a run that has begun, and has no plan yet. */
export function emptyRun(account: Account, header: Partial<RunHeader> = {}): RunRecord {
  const kept = {
    kind: 'run',
    version: 1,
    id: 'run',
    at: 0,
    title: 'Test',
    origin: 'edit',
  } as const;
  return new RunRecord({ ...kept, account, ...header });
}
