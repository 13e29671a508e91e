import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { systemClock } from '../../../../../../src/core/async/clock.ts';
import { AbandonedRuns } from '../../../../../../src/core/labels/changes/journal/abandonedRuns.ts';
import { ChangeJournal } from '../../../../../../src/core/labels/changes/journal/journal.ts';
import type { RunSummary } from '../../../../../../src/core/labels/changes/journal/runSummary.ts';
import { startSandbox } from '../../../../../../src/sandbox/sandbox.ts';
import { CollectingLog } from '../../../../../support/collectingLog.ts';
import { FakeClock } from '../../../../../support/fakeClock.ts';
import {
  canHaveOwnNumbers,
  startProcess,
  type ProcessPlace,
} from '../../../../../support/startProcess.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { timeLimits } from '../../../../../support/timeLimits.ts';
import { until } from '../../../../../support/until.ts';
import { signIn } from '../../../../sandbox/sandboxClient.ts';
import { tenant } from '../run/changeWorld.ts';
import { asOrdinaryUser, begin, open } from './journalOfOneLabel.ts';

const labels = 40;
/** Between two checks, in milliseconds. */
const maximumPause = 30_000;
/** How long a window of another container may write nothing before it counts as gone, in milliseconds. */
const toleratedSilence = 600_000;
const limits = () => ({ days: 30, megabytes: 50 });

interface HeldRun {
  /** The window that carries out the run; it is stopped in the middle, or slow. */
  readonly owner: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly clock: FakeClock;
  readonly abandonedRuns: AbandonedRuns;
  /** The runs that were to be recovered. */
  readonly recovered: RunSummary[];
  /** Lets time pass for the journal. */
  readonly wait: (milliseconds: number) => void;
}

/** Does `work` beside a process that is stopped in the middle of its run; in a container it is only slow. */
async function withHeldRun(
  work: (held: HeldRun) => Promise<void>,
  place: ProcessPlace = 'beside',
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const latency = place === 'beside' ? 20 : 1000;
    const sandbox = await startSandbox({ labels, pageLimit: 1000, latency });
    const { access_token: accessToken } = await signIn(sandbox, tenant);
    const options = { baseUrl: sandbox.baseUrl, accessToken, folder, labelStatus: 77 };
    const owner = startProcess('changeProcess', options, place);
    const ended = once(owner, 'exit');
    let ahead = 0;
    const journal = new ChangeJournal({
      folder,
      clock: { ...systemClock, now: () => systemClock.now() + ahead },
      limits,
    });
    const clock = new FakeClock();
    const recovered: RunSummary[] = [];
    const abandonedRuns = new AbandonedRuns({
      journal,
      clock,
      log: new CollectingLog(),
      recover: async (run) => {
        recovered.push(run);
        await Promise.resolve();
      },
    });
    try {
      await until(() => sandbox.control.labelHistory(tenant).length > 6);
      if (place === 'beside') {
        owner.kill('SIGSTOP');
      }
      const wait = (milliseconds: number): void => {
        ahead += milliseconds;
      };
      await work({ owner, ended, clock, abandonedRuns, recovered, wait });
    } finally {
      abandonedRuns.dispose();
      owner.kill('SIGKILL');
      await ended;
      await sandbox.close();
    }
  });
}

async function findsLater(place: ProcessPlace): Promise<void> {
  await withHeldRun(async ({ clock, ended, abandonedRuns, owner, recovered, wait }) => {
    await abandonedRuns.find();
    for (let checks = 0; checks < 3; checks++) {
      assert.equal(clock.waiting, 1);
      clock.advance(maximumPause);
      await until(() => clock.waiting === 1);
    }
    assert.equal(recovered.length, 0);
    owner.kill('SIGKILL');
    await ended;
    // What was in another container may only be silent.
    wait(place === 'beside' ? 0 : toleratedSilence);
    await until(() => {
      clock.advance(maximumPause);
      return recovered.length > 0;
    });
    const [run] = recovered;
    assert.equal(run?.labelCount, labels);
    assert.ok(run.counts.done > 0 && run.counts.notSent > 0);
    assert.equal(clock.waiting, 0);
  }, place);
}

describe('AbandonedRuns', () => {
  it('finds a run whose window is gone only later', async () => {
    await findsLater('beside');
  });

  it('does so where the window was in a container of its own', async function () {
    if (!canHaveOwnNumbers) {
      this.skip();
    }
    await findsLater('inContainer');
  }).timeout(timeLimits.longTest);

  it('waits no longer for a window that goes on and ends its run', async () => {
    await withHeldRun(async ({ clock, ended, abandonedRuns, owner, recovered }) => {
      await abandonedRuns.find();
      assert.equal(clock.waiting, 1);
      owner.kill('SIGCONT');
      await ended;
      assert.equal(owner.exitCode, 0);
      await abandonedRuns.find();
      assert.deepEqual([recovered, clock.waiting], [[], 0]);
    });
  });

  it('checks ever more rarely, and no more once it is disposed of', async () => {
    await withHeldRun(async ({ clock, abandonedRuns }) => {
      await abandonedRuns.find();
      const pauses: number[] = [];
      for (let checks = 0; checks < 12; checks++) {
        const before = clock.monotonic();
        while (clock.waiting === 1) {
          clock.advance(250);
        }
        pauses.push(clock.monotonic() - before);
        await until(() => clock.waiting === 1);
      }
      assert.ok(pauses.every((pause, index) => pause >= (pauses[index - 1] ?? 0)));
      assert.deepEqual([pauses[0], pauses.at(-1)], [1000, maximumPause]);
      abandonedRuns.dispose();
      assert.equal(clock.waiting, 0);
      await abandonedRuns.find();
      assert.equal(clock.waiting, 0);
    });
  });

  it('looks again where the folder could not be read for a while', async function () {
    await asOrdinaryUser(this, async (folder) => {
      const run = await begin(open(folder));
      await run.close();
      const clock = new FakeClock();
      const log = new CollectingLog();
      const recovered: RunSummary[] = [];
      const recover = async (left: RunSummary): Promise<void> => {
        recovered.push(left);
        await Promise.resolve();
      };
      const abandonedRuns = new AbandonedRuns({
        journal: open(folder, false),
        clock,
        log,
        recover,
      });
      await chmod(folder, 0);
      abandonedRuns.findSoon();
      clock.advance(1000);
      await until(() => log.lines.length > 0 && clock.waiting === 1);
      await chmod(folder, 0o700);
      clock.advance(maximumPause);
      await until(() => recovered.length === 1);
      abandonedRuns.dispose();
    });
  });
});
