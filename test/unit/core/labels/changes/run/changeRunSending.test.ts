import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import type { Clock } from '../../../../../../src/core/async/clock.ts';
import { RateLimitedError } from '../../../../../../src/core/errors/rateLimitedError.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import { RecordedChain } from '../../../../../../src/core/labels/changes/journal/recordedChain.ts';
import type { HeldRunLock } from '../../../../../../src/core/labels/changes/run/runLock.ts';
import { recordsIn } from '../../../../../support/recordsIn.ts';
import { until } from '../../../../../support/until.ts';
import { ChangeWorld, skippingClock, tenant } from './changeWorld.ts';

const status = 77;
const theirs = 5;

/** A wait that the service asks for, in seconds. */
const longWait = 300;

/** A run that gives the first labels a status. */
async function withStatusRun(
  count: number,
  work: (world: ChangeWorld, run: JournaledRun, ids: readonly LabelId[]) => Promise<void>,
  clock?: Clock,
): Promise<void> {
  const workInWorld = async (world: ChangeWorld): Promise<void> => {
    const ids = world.ids(count);
    await work(world, await world.beginWith('setStatus', ids, { labelStatus: status }), ids);
  };
  await ChangeWorld.with({}, workInWorld, clock);
}

/** Somebody else gives labels another status. */
function changeElsewhere({ sandbox }: ChangeWorld, ids: readonly LabelId[]): void {
  ids.forEach((id) => sandbox.control.updateLabel(tenant, id, { labelStatus: theirs }));
}

/** What the service has of each label. */
function statuses(world: ChangeWorld, ids: readonly LabelId[]): unknown[] {
  return ids.map((id) => world.values(id).labelStatus);
}

/** Takes all back that a run has sent. */
async function undo(world: ChangeWorld, { record }: JournaledRun): Promise<void> {
  const taking = await world.begin({
    origin: 'undo',
    changes: new RecordedChain(record).remaining('undo'),
  });
  await world.carryOut(taking, Array.from(taking.record.changes.keys()));
}

describe('A run that sends', () => {
  it('reads labels again where it had to wait for long, and leaves alone what has changed meanwhile', async () => {
    await withStatusRun(
      8,
      async (world, run, ids) => {
        const before = statuses(world, ids);
        // The one that the service refuses, and those that wait for their turn then.
        let changed: readonly LabelId[] = [];
        const begun = new Set<LabelId>();
        const { repository } = world;
        const send = repository.sendChanges.bind(repository);
        repository.sendChanges = async (id, ...sending) => {
          begun.add(id);
          try {
            await send(id, ...sending);
          } catch (error) {
            if (error instanceof RateLimitedError) {
              changed = ids.filter((each) => each === id || !begun.has(each));
              changeElsewhere(world, changed);
            }
            throw error;
          }
        };
        const gateway = [
          {
            endpoint: 'update',
            when: 'before',
            status: 429,
            retryAfter: longWait,
            times: 1,
          } as const,
        ];
        world.sandbox.control.setOption({ gateway });
        await world.carryOut(run, ids);
        assert.equal(run.record.counts.done, ids.length - changed.length);
        assert.ok(changed.every((id) => run.record.outcomeOf(id).kind === 'conflict'));
        assert.ok(changed.every((id) => !run.record.sent.has(id)));
        await undo(world, run);
        assert.deepEqual(
          statuses(world, ids),
          ids.map((id, index) => (changed.includes(id) ? theirs : before[index])),
        );
      },
      skippingClock(60_000),
    );
  });

  it('ends where the service lets nothing through, however often labels could be read again', async () => {
    await withStatusRun(
      8,
      async (world, run, ids) => {
        const gateway = [
          { endpoint: 'update', when: 'before', status: 429, retryAfter: longWait } as const,
        ];
        world.sandbox.control.setOption({ gateway });
        await world.carryOut(run, ids);
        const { notSent, uncertain } = run.record.counts;
        // What was under way as it stopped may be there.
        assert.equal(notSent + uncertain, ids.length);
        assert.ok(notSent >= 5);
        assert.equal(world.sandbox.control.labelHistory(tenant).length, 0);
      },
      skippingClock(60_000),
    );
  });

  for (const waits of [1, 3, 4, 5, 9]) {
    it(`sends nothing over what was changed during the last of ${waits} long waits`, async () => {
      await withStatusRun(
        1,
        async (world, run, ids) => {
          const endpoint = 'update';
          const refusal = { when: 'before', status: 429, retryAfter: longWait } as const;
          world.sandbox.control.setOption({ gateway: [{ endpoint, ...refusal, times: waits }] });
          // After so many, nothing is sent in this run.
          const last = Math.min(waits, 4);
          let waited = 0;
          const subscription = world.gate.onDidWait(() => {
            waited++;
            if (waited === last) {
              changeElsewhere(world, ids);
            }
          });
          await world.carryOut(run, ids);
          subscription.dispose();
          assert.equal(waited, last);
          assert.deepEqual(statuses(world, ids), [theirs]);
          assert.equal(run.record.sent.size, 0);
        },
        skippingClock(60_000),
      );
    });
  }

  it('reads labels again once another run has had its turn in between', async () => {
    await withStatusRun(8, async (world, run, ids) => {
      let sent = 0;
      let turns = 0;
      world.moments.onSend = () => {
        sent++;
      };
      const acquire = async (): Promise<HeldRunLock> => {
        const turn = ++turns;
        if (turn === 2) {
          // What the other run has done.
          changeElsewhere(world, ids);
        }
        return await Promise.resolve({
          isStillHeld: async () => await Promise.resolve(turn === 2 || sent < 3),
          release: async () => await Promise.resolve(),
        });
      };
      Object.defineProperty(world, 'lock', { value: { acquire } });
      await world.carryOut(run, ids);
      assert.equal(turns, 2);
      const { conflict, notKept } = run.record.counts;
      assert.equal(conflict + notKept, ids.length);
      assert.ok(conflict > 0, 'nothing was left to be read again');
      const isSent = (id: LabelId): boolean => run.record.outcomeOf(id).kind === 'notKept';
      assert.ok(ids.every((id) => world.ours(id).length === (isSent(id) ? 1 : 0)));
    });
  });

  it('reads labels again where another run has had its turn while the token was fetched', async () => {
    await withStatusRun(8, async (world, run, ids) => {
      const { repository } = world;
      const send = repository.sendChanges.bind(repository);
      let fetched = 0;
      repository.sendChanges = async (...sending) => {
        // What the service takes to renew a token, after which the process is let run again.
        if (++fetched === 1) {
          await rm(join(world.folder, 'turns0'), { recursive: true });
          changeElsewhere(world, ids);
        } else {
          await until(() => statuses(world, ids).every((each) => each === theirs));
        }
        await send(...sending);
      };
      await world.carryOut(run, ids);
      assert.equal(run.record.counts.conflict, ids.length);
      assert.equal(run.record.sent.size, 0);
      assert.deepEqual(
        statuses(world, ids),
        ids.map(() => theirs),
      );
    });
  });

  it('can take back what had arrived without an answer before a second try was refused', async () => {
    await withStatusRun(1, async (world, run, ids) => {
      const before = statuses(world, ids);
      world.sandbox.control.setOption({
        listLagReads: 40,
        gateway: [
          { endpoint: 'update', when: 'after', status: 502, times: 1 },
          { endpoint: 'update', when: 'before', status: 403 },
        ],
      });
      await world.carryOut(run, ids);
      const again = await world.reopen(run.record.header.id);
      await world.carryOut(again, ids);
      assert.deepEqual(statuses(world, ids), [status]);
      world.sandbox.control.setOption({ listLagReads: 0, gateway: [] });
      await undo(world, again);
      assert.deepEqual(statuses(world, ids), before);
    });
  });

  for (const redirect of [302, 303, 307]) {
    it(`finds out what has arrived when the answer is a redirect: ${redirect}`, async () => {
      await withStatusRun(2, async (world, run, ids) => {
        const gateway = [{ endpoint: 'update', when: 'after', status: redirect } as const];
        world.sandbox.control.setOption({ gateway });
        await world.carryOut(run, ids);
        assert.equal(run.record.counts.done, ids.length);
        assert.ok(ids.every((id) => world.ours(id).length === 1));
      });
    });
  }

  it('does not call failed what the service has taken while the journal could not be written', async () => {
    await withStatusRun(1, async (world, run, ids) => {
      world.moments.onSend = () => run.dispose();
      await assert.rejects(world.carryOut(run, ids));
      const [kept] = await recordsIn(world.journal);
      assert.equal(kept?.counts.uncertain, 1);
      for (const record of [run.record, kept]) {
        assert.equal(record.counts.failed, 0);
        assert.equal(record.sent.size, 1);
      }
    });
  });
});
