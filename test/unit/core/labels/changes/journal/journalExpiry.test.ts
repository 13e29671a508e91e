import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CollectingLog } from '../../../../../support/collectingLog.ts';
import { FakeClock } from '../../../../../support/fakeClock.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { begin, carryOut, fileIn, open, runNames, trimAtTwoStarts } from './journalOfOneLabel.ts';

const oneDay = 86_400_000;

/** Deletes old runs at a start of the extension, with the clock at `now`. */
async function start(folder: string, now: number): Promise<void> {
  await open(folder, true, 50, new FakeClock(now)).trim(new CollectingLog());
}

/** Does `work` with a journal whose first run is old, and was carried out; the other one is the last. */
async function withOldRun(work: (folder: string, old: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await carryOut(open(folder));
    const old = await fileIn(folder);
    await carryOut(open(folder));
    await utimes(old, 0, 0);
    await work(folder, old);
  });
}

describe('JournalExpiry', () => {
  it('lets a run go that two starts call too old, a day apart', async () => {
    await withOldRun(async (folder, old) => {
      const now = Date.now();
      // What a clock ahead of the time has said does not count.
      await start(folder, now + 400 * oneDay);
      await start(folder, now);
      await start(folder, now + oneDay - 1);
      assert.equal((await runNames(folder)).length, 2);
      await start(folder, now + oneDay);
      const [left, ...others] = await runNames(folder);
      assert.deepEqual([others, join(folder, left ?? '') === old], [[], false]);
    });
  });

  it('keeps one where a single start has called it so, however long that lasts', async () => {
    await withOldRun(async (folder) => {
      const clock = new FakeClock(Date.now());
      const journal = open(folder, true, 50, clock);
      for (let day = 0; day < 5; day++) {
        await journal.trim(new CollectingLog());
        clock.advance(oneDay);
      }
      assert.equal((await runNames(folder)).length, 2);
    });
  });

  it('keeps one that two starts at the same moment have called so', async () => {
    await withOldRun(async (folder) => {
      const clock = new FakeClock(Date.now());
      const journals = [open(folder, true, 50, clock), open(folder, true, 50, clock)];
      for (const journal of journals) {
        await journal.trim(new CollectingLog());
        clock.advance(oneDay);
      }
      assert.equal((await runNames(folder)).length, 2);
    });
  });

  it('keeps all runs where the clock was ahead at one start', async () => {
    await inTemporaryFolder(async (folder) => {
      await carryOut(open(folder));
      await carryOut(open(folder));
      const now = Date.now();
      await start(folder, now + 400 * oneDay);
      await start(folder, now);
      await start(folder, now + 2 * oneDay);
      assert.equal((await runNames(folder)).length, 2);
      // What is not too old any more is not remembered as such.
      await start(folder, now + 401 * oneDay);
      assert.equal((await runNames(folder)).length, 2);
    });
  });

  it('keeps the last run, one with labels left and one that has not ended, whatever their age', async () => {
    await inTemporaryFolder(async (folder) => {
      const broken = await begin(open(folder));
      broken.dispose();
      await (await begin(open(folder))).end(1);
      await carryOut(open(folder));
      const names = await runNames(folder);
      await Promise.all(names.map(async (name) => await utimes(join(folder, name), 0, 0)));
      await trimAtTwoStarts(folder);
      assert.deepEqual(await runNames(folder), names);
    });
  });

  it('begins anew where its marks cannot be read', async () => {
    await withOldRun(async (folder) => {
      const now = Date.now();
      await start(folder, now);
      const marks = (await readdir(folder)).find((name) => name.endsWith('.json')) ?? '';
      await writeFile(join(folder, marks), '{"a');
      await start(folder, now + oneDay);
      assert.equal((await runNames(folder)).length, 2);
      await start(folder, now + 2 * oneDay);
      assert.equal((await runNames(folder)).length, 1);
    });
  });
});
