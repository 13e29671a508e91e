import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import type { LabelChanges } from '../../../../../../src/core/api/labelFields.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import type { RunRecord } from '../../../../../../src/core/labels/changes/journal/runRecord.ts';
import { settleAbandonedRun } from '../../../../../../src/core/labels/changes/run/settleAbandonedRun.ts';
import type { ChangeWorld } from './changeWorld.ts';

interface InterruptedRunOptions {
  readonly ids: readonly LabelId[];
  readonly overwrites: boolean;
  readonly random: () => number;
  /** Called with each update right before it leaves. */
  readonly onSend: (id: LabelId, changes: LabelChanges) => void;
}

/**
 * Carries out some labels of a run; at random, the person cancels it or its window is killed at some page
 * or update. Returns which of these came of it.
 */
export async function carryOutUnlessInterrupted(
  world: ChangeWorld,
  run: JournaledRun,
  { ids, onSend, overwrites, random }: InterruptedRunOptions,
): Promise<'ended' | 'cancelled' | 'killed'> {
  const fate = random();
  const cancel = new AbortController();
  const end = Promise.withResolvers<'killed'>();
  let left = Math.floor(random() * 30);
  const { moments } = world;
  const before = { ...moments };
  const countDown = (): void => {
    left--;
    if (left === 0 && fate < 0.15) {
      cancel.abort();
    } else if (left === 0 && fate < 0.35) {
      world.kill();
      end.resolve('killed');
    }
  };
  moments.onPage = () => {
    before.onPage?.();
    countDown();
  };
  moments.onSend = (id, changes) => {
    before.onSend?.(id, changes);
    onSend(id, changes);
    countDown();
  };
  const { signal } = cancel;
  const ended = world.carryOut(run, ids, { signal, overwrites }).then(() => 'ended' as const);
  const how = await Promise.race([ended, end.promise]);
  Object.assign(moments, before);
  await world.quiet();
  return signal.aborted ? 'cancelled' : how;
}

/**
 * The window after one that was killed finds its run, and settles what is uncertain by reading; `onFound`
 * is called before that.
 */
export async function recover(
  world: ChangeWorld,
  { header }: RunRecord,
  onFound: (record: RunRecord) => void,
): Promise<RunRecord> {
  const run = await world.reopen(header.id);
  onFound(run.record);
  const { clock, target } = world;
  const { signal } = new AbortController();
  await settleAbandonedRun({ run, source: target, target, clock, signal });
  await run.end(clock.now());
  return run.record;
}
