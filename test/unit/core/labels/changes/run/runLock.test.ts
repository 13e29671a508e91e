import assert from 'node:assert/strict';
import { once } from 'node:events';
import { accountOf } from '../../../../../../src/core/account/account.ts';
import { systemClock } from '../../../../../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../../../../../src/core/connections/parseBaseUrl.ts';
import { StorageError } from '../../../../../../src/core/errors/storageError.ts';
import { ChangeJournal } from '../../../../../../src/core/labels/changes/journal/journal.ts';
import { withRunLock } from '../../../../../../src/core/labels/changes/run/runLock.ts';
import { startSandbox } from '../../../../../../src/sandbox/sandbox.ts';
import { FakeClock } from '../../../../../support/fakeClock.ts';
import { wantedOf } from '../../../../../support/planning.ts';
import {
  canHaveOwnNumbers,
  startProcess,
  type ProcessPlace,
} from '../../../../../support/startProcess.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { timeLimits } from '../../../../../support/timeLimits.ts';
import { signIn } from '../../../../sandbox/sandboxClient.ts';
import { ChangeWorld, tenant } from './changeWorld.ts';

const labels = 24;
const account = accountOf(parseBaseUrl('https://example.com'), 'acme', 'jane').id;
const limits = () => ({ days: 30, megabytes: 50 });

async function sendNothingOver(place: ProcessPlace): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const sandbox = await startSandbox({ labels, pageLimit: 1000, latency: 40 });
    try {
      const { access_token: accessToken } = await signIn(sandbox, tenant);
      const windows = [71, 72].map((labelStatus) => {
        const { baseUrl } = sandbox;
        const options = { baseUrl, accessToken, folder, labelStatus, isOwnRun: true };
        const child = startProcess('changeProcess', options, place);
        return { child, begun: once(child, 'message'), ended: once(child, 'exit') };
      });
      await Promise.all(windows.map(({ begun }) => begun));
      windows.forEach(({ child }) => child.send('go'));
      await Promise.all(windows.map(({ ended }) => ended));
      assert.deepEqual(
        windows.map(({ child }) => child.exitCode),
        [0, 0],
      );
      const journal = new ChangeJournal({ folder, clock: systemClock, limits });
      const runs = await journal.runs();
      const [first, second] = runs.toSorted((a, b) => b.counts.done - a.counts.done);
      assert.equal(first?.counts.done, labels);
      assert.equal(second?.counts.conflict, labels);
      assert.equal(sandbox.control.labelHistory(tenant).length, labels);
    } finally {
      await sandbox.close();
    }
  });
}

describe('Two windows that change the same labels at the same moment', () => {
  it('send nothing over what the other has changed, and say so', async () => {
    await sendNothingOver('beside');
  }).timeout(timeLimits.longTest);

  it('do so in two containers with one home as well', async function () {
    if (!canHaveOwnNumbers) {
      this.skip();
    }
    await sendNothingOver('inContainer');
  }).timeout(timeLimits.longTest);

  it('wait for each other, and not after a cancel', async () => {
    await ChangeWorld.with({}, async (world) => {
      const ids = world.ids(3);
      const wanted = wantedOf(new Map(ids.map((id) => [id, { labelStatus: 77 }])));
      const { changes } = await world.plan(wanted);
      const { signal } = new AbortController();
      const other = await world.lock.acquire(world.account.id, signal);
      const waiting = await world.begin({ origin: 'setStatus', changes });
      const cancelled = await world.begin({ origin: 'setStatus', changes });
      const cancel = new AbortController();
      const carryingOut = world.carryOut(waiting, ids);
      const cancelling = world.carryOut(cancelled, ids, { signal: cancel.signal });
      cancel.abort();
      await cancelling;
      assert.equal(cancelled.record.counts.notSent, ids.length);
      assert.equal(waiting.record.counts.notSent, ids.length);
      await other.release();
      await carryingOut;
      assert.equal(waiting.record.counts.done, ids.length);
      assert.equal(cancelled.record.sent.size, 0);
    });
  });

  it('do nothing where the lock cannot be used', async () => {
    let isDone = false;
    const { signal } = new AbortController();
    const failure = new StorageError('lock');
    const lock = { acquire: async () => await Promise.reject(failure) };
    const work = async (): Promise<void> => {
      isDone = true;
      await Promise.resolve();
    };
    await assert.rejects(withRunLock({ account, clock: systemClock, lock, signal }, work), failure);
    assert.equal(isDone, false);
  });
});

describe('A held lock', () => {
  for (const [what, pass] of [
    ['100 ms', (clock: FakeClock) => clock.advance(100)],
    ['a sleep of the machine', (clock: FakeClock) => clock.setWallClock(60_000)],
  ] as const) {
    it(`is not asked again for a moment whether it is still held, and is after ${what}`, async () => {
      const clock = new FakeClock();
      const { signal } = new AbortController();
      let isHeld = true;
      let reads = 0;
      const unchecked = {
        isStillHeld: async () => {
          reads++;
          return await Promise.resolve(isHeld);
        },
        release: async () => await Promise.resolve(),
      };
      const lock = { acquire: async () => await Promise.resolve(unchecked) };
      await withRunLock({ account, clock, lock, signal }, async (held) => {
        const ask = async () =>
          await Promise.all(Array.from({ length: 12 }, async () => await held.isStillHeld()));
        assert.ok((await ask()).every((answer) => answer));
        isHeld = false;
        clock.advance(99);
        assert.ok((await ask()).every((answer) => answer));
        assert.equal(reads, 1);
        pass(clock);
        assert.ok((await ask()).every((answer) => !answer));
        assert.equal(reads, 2);
      });
    });
  }
});
