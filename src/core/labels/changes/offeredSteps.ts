import type { RunRecord } from './runRecord.ts';

/** What a person can have done about a run: the failed labels again, the rest, or all of it back. */
export type RunStep = 'retry' | 'goOn' | 'undo';

/**
 * What is offered about a run once it has ended, beside the remedy. Where there is one, nothing gets through
 * before it, so there is only one way on; what else there is has its place again in the end that it leads to.
 */
export function offeredSteps(
  record: Pick<RunRecord, 'isOpen' | 'remedy' | 'sent'>,
): readonly RunStep[] {
  const open = (['retry', 'goOn'] as const).filter((step) => record.isOpen(step));
  if (record.remedy() !== undefined) {
    return open.slice(-1);
  }
  return record.sent.size > 0 ? [...open, 'undo'] : open;
}
