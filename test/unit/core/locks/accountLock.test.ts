import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../../src/core/async/clock.ts';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';
import { StorageError } from '../../../../src/core/errors/storageError.ts';
import { AccountLock } from '../../../../src/core/locks/accountLock.ts';
import { accountOfSession } from '../../../../src/core/session/storedSession.ts';
import { CountedWaits } from '../../../support/countedWaits.ts';
import { plantedEntries } from '../../../support/plantedEntries.ts';
import {
  canHaveOwnNumbers,
  startProcess,
  type ProcessPlace,
} from '../../../support/startProcess.ts';
import { storedSession } from '../../../support/storedSession.ts';
import { inTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { timeLimits } from '../../../support/timeLimits.ts';
import { until } from '../../../support/until.ts';

const { id } = accountOfSession(storedSession());
const other = accountOfSession(storedSession({ tenantId: 'other' })).id;

/** Another process that holds the lock, and announces `silence` if that is given. */
async function holder(
  folder: string,
  { place, silence }: { readonly place?: ProcessPlace; readonly silence?: number } = {},
): Promise<ChildProcess> {
  const child = startProcess('lockProcess', { folder, id, silence }, place);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

describe('AccountLock', function () {
  // Several tests start processes.
  this.timeout(timeLimits.longTest);

  for (const planted of [
    '9007199254740992.held',
    '9007199254740992.free',
    '9007199254740991.held',
    `${'9'.repeat(100)}.free`,
    '999999999999999.free',
    '999999999999999.held',
    '999999999999998.free',
  ]) {
    it(`is not blocked by a file that somebody has called ${planted.slice(0, 30)}`, async () => {
      await inTemporaryFolder(async (folder) => {
        await writeFile(join(folder, `${id}.${planted}`), '');
        for (let turn = 0; turn < 3; turn++) {
          const held = await new AccountLock(folder, systemClock).acquire(
            id,
            AbortSignal.timeout(10_000),
          );
          assert.equal(await held.isStillHeld(), true);
          const waiting = new AccountLock(folder, systemClock).acquire(
            id,
            AbortSignal.timeout(100),
          );
          await assert.rejects(waiting, CancelledError);
          await held.release();
        }
      });
    });
  }

  for (const [name, plant] of Object.entries(plantedEntries)) {
    for (const number of [1, 2, 999_999_999_999_999]) {
      it(`is not blocked by ${name} with the number ${number}`, async () => {
        await inTemporaryFolder(async (folder) => {
          await plant(join(folder, `${id}.${number}.held`));
          for (let turn = 0; turn < 3; turn++) {
            const lock = new AccountLock(folder, systemClock);
            const held = await lock.acquire(id, AbortSignal.timeout(10_000));
            assert.equal(await held.isStillHeld(), true);
            await held.release();
          }
        });
      });
    }
  }

  it('makes its folder for this user alone', async () => {
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, 'a', 'b');
      await (await new AccountLock(path, systemClock).acquire(id)).release();
      for (const each of [join(folder, 'a'), path]) {
        assert.equal((await stat(each)).mode & 0o777, 0o700);
      }
    });
  });

  it('is held by one at a time, in the order of life', async () => {
    await inTemporaryFolder(async (folder) => {
      let inside = 0;
      let most = 0;
      const work = async (): Promise<void> => {
        const lock = new AccountLock(folder, systemClock);
        for (let turn = 0; turn < 5; turn++) {
          const held = await lock.acquire(id);
          most = Math.max(most, ++inside);
          assert.equal(await held.isStillHeld(), true);
          inside--;
          await held.release();
        }
      };
      await Promise.all([work(), work(), work(), work()]);
      assert.equal(most, 1);
      assert.equal((await readdir(folder)).length, 1);
    });
  });

  it('keeps accounts apart', async () => {
    await inTemporaryFolder(async (folder) => {
      const lock = new AccountLock(folder, systemClock);
      const first = await lock.acquire(id);
      const second = await lock.acquire(other);
      await first.release();
      await second.release();
    });
  });

  it('waits for a process that lives, longer than a dead one would be waited for', async () => {
    await inTemporaryFolder(async (folder) => {
      const child = await holder(folder);
      try {
        const waiting = new AccountLock(folder, systemClock).acquire(id);
        const first = await Promise.race([waiting, passed(2500)]);
        assert.equal(first, 'passed');
        child.disconnect();
        await (await waiting).release();
      } finally {
        await kill(child);
      }
    });
  });

  it('waits for a process whose number means nothing here, as it is one of a container', async function () {
    if (!canHaveOwnNumbers) {
      this.skip();
    }
    await inTemporaryFolder(async (folder) => {
      const child = await holder(folder, { place: 'inContainer' });
      try {
        const waiting = new AccountLock(folder, systemClock).acquire(id);
        assert.equal(await Promise.race([waiting, passed(2500)]), 'passed');
        child.disconnect();
        await (await waiting).release();
      } finally {
        await kill(child);
      }
    });
  });

  it('waits as long for a process that hangs as its request may take, and for none that was killed', async () => {
    await inTemporaryFolder(async (folder) => {
      const child = await holder(folder, { silence: 20_000 });
      child.kill('SIGSTOP');
      const waits = new CountedWaits();
      // Of time, only what it waits counts: a busy machine takes longer for that.
      const clock = { ...waits.clock, monotonic: () => waits.milliseconds };
      try {
        const waiting = new AccountLock(folder, clock).acquire(id);
        await until(() => waits.milliseconds > 0);
        waits.milliseconds += 15_000;
        assert.equal(await Promise.race([waiting, passed(500)]), 'passed');
        await kill(child);
        await (await waiting).release();
      } finally {
        await kill(child);
      }
    });
  });

  it('is free at once when its holder is killed, ten times in a row', async () => {
    await inTemporaryFolder(async (folder) => {
      let longest = 0;
      for (let turn = 0; turn < 10; turn++) {
        const child = await holder(folder);
        const waits = new CountedWaits();
        const waiting = new AccountLock(folder, waits.clock).acquire(id);
        const before = waits.milliseconds;
        await kill(child);
        const held = await waiting;
        longest = Math.max(longest, waits.milliseconds - before);
        await held.release();
      }
      console.log(`      longest wait after a kill: ${longest.toFixed(0)} ms`);
      assert.ok(longest < 2000);
    });
  });

  it('is taken over by one of many who wait when its holder is killed', async () => {
    await inTemporaryFolder(async (folder) => {
      const child = await holder(folder);
      let inside = 0;
      const waiting = Array.from({ length: 10 }, async () => {
        const held = await new AccountLock(folder, systemClock).acquire(id);
        assert.equal(++inside, 1);
        await new Promise((resolve) => setImmediate(resolve));
        inside--;
        await held.release();
      });
      await kill(child);
      await Promise.all(waiting);
    });
  });

  for (const [name, content] of Object.entries({
    'a holder that had not written its name': '',
    'a holder on another machine that shows no life': JSON.stringify({
      processId: 1,
      host: 'elsewhere',
    }),
    'a file that is no lock': '{"processId":"x"}',
  })) {
    it(`takes over from ${name} within 2 seconds`, async () => {
      await inTemporaryFolder(async (folder) => {
        await writeFile(join(folder, `${id}.7.held`), content);
        const waits = new CountedWaits();
        const started = performance.now();
        const held = await new AccountLock(folder, waits.clock).acquire(id);
        assert.ok(performance.now() - started > 1000);
        assert.ok(waits.milliseconds < 2000, String(waits.milliseconds));
        await held.release();
        assert.deepEqual(await readdir(folder), [`${id}.8.free`]);
      });
    });
  }

  it('does not take another process with the number of a dead one for its holder', async () => {
    await inTemporaryFolder(async (folder) => {
      const mine = await new AccountLock(folder, systemClock).acquire(id);
      const path = join(folder, `${id}.1.held`);
      const content = await readFile(path, 'utf8');
      assert.match(content, /"startTime":"\d+"/);
      await writeFile(path, content.replace('"startTime":"', '"startTime":"9'));
      const waits = new CountedWaits();
      const held = await new AccountLock(folder, waits.clock).acquire(id);
      assert.ok(waits.milliseconds < 1000, String(waits.milliseconds));
      assert.equal(await mine.isStillHeld(), false);
      await mine.release();
      assert.equal(await held.isStillHeld(), true);
      await held.release();
    });
  });

  it('is not held any more by one whose folder has gone, and who cannot free the next one of the same number', async () => {
    await inTemporaryFolder(async (folder) => {
      const locks = join(folder, 'locks');
      const first = await new AccountLock(locks, systemClock).acquire(id);
      await rm(locks, { recursive: true });
      assert.equal(await first.isStillHeld(), false);
      const second = await new AccountLock(locks, systemClock).acquire(id);
      assert.deepEqual([await first.isStillHeld(), await second.isStillHeld()], [false, true]);
      await first.release();
      assert.equal(await second.isStillHeld(), true);
      await second.release();
    });
  });

  it('stops waiting when aborted', async () => {
    await inTemporaryFolder(async (folder) => {
      const lock = new AccountLock(folder, systemClock);
      const held = await lock.acquire(id);
      const controller = new AbortController();
      const waiting = lock.acquire(id, controller.signal);
      controller.abort();
      await assert.rejects(waiting, CancelledError);
      await held.release();
      await (await lock.acquire(id)).release();
    });
  });

  it('says so if the folder cannot be used', async () => {
    await inTemporaryFolder(async (folder) => {
      const file = join(folder, 'file');
      await writeFile(file, '');
      await assert.rejects(new AccountLock(file, systemClock).acquire(id), StorageError);
    });
  });
});

async function passed(milliseconds: number): Promise<'passed'> {
  return await new Promise((resolve) => {
    setTimeout(() => resolve('passed'), milliseconds);
  });
}
