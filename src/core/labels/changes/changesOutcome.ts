import type { BulkUpdateResult } from './bulkUpdate.ts';
import type { LabelLeftAlone } from './labelUndo.ts';

/** What a run of changes has come to so far, with all that was sent again. */
export interface ChangesOutcome extends BulkUpdateResult {
  /** What an undo has not brought back. */
  readonly leftAlone: readonly LabelLeftAlone[];
}

/** What can be sent again: the changes that failed, or those that were not sent. */
export type SentAgain = 'failed' | 'notSent';

/** A run that has not sent anything yet. */
export const emptyOutcome: ChangesOutcome = { done: [], failed: [], notSent: [], leftAlone: [] };

/**
 * What a run has come to once its `what` were sent again, with `result`. A change that failed and then
 * was not sent again has still failed.
 */
export function afterSendingAgain(
  before: ChangesOutcome,
  what: SentAgain,
  result: ChangesOutcome,
): ChangesOutcome {
  const done = [...before.done, ...result.done];
  const decided = new Set(result.leftAlone.map(({ label }) => label.id));
  const leftAlone = [
    ...before.leftAlone.filter(({ label }) => !decided.has(label.id)),
    ...result.leftAlone,
  ];
  if (what === 'notSent') {
    const failed = [...before.failed, ...result.failed];
    return { done, failed, notSent: result.notSent, leftAlone };
  }
  const notSentAgain = new Set(result.notSent.map(({ label }) => label.id));
  const stillFailed = before.failed.filter(({ label }) => notSentAgain.has(label.id));
  return {
    done,
    failed: [...stillFailed, ...result.failed],
    notSent: before.notSent,
    leftAlone,
  };
}
