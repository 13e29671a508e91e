import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import {
  appendFile,
  chmod,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../../../../src/core/async/clock.ts';
import { ChangeJournal } from '../../../../../../src/core/labels/changes/journal/journal.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import { RunFileReader } from '../../../../../../src/core/labels/changes/journal/runFile.ts';
import { CollectingLog } from '../../../../../support/collectingLog.ts';
import { FakeClock } from '../../../../../support/fakeClock.ts';
import { planAmong, wantedOf } from '../../../../../support/planning.ts';
import { plantedEntries } from '../../../../../support/plantedEntries.ts';
import { recordsIn } from '../../../../../support/recordsIn.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { until } from '../../../../../support/until.ts';
import { withoutPrivileges } from '../../../../../support/withoutPrivileges.ts';
import { labelOf } from '../../arbitraryLabels.ts';
import {
  account,
  asOrdinaryUser,
  begin,
  carryOut,
  fileIn,
  label,
  open,
  runNames,
  trimAtTwoStarts,
} from './journalOfOneLabel.ts';

const oneDay = 86_400_000;

/** A run of three labels, the last of which is not in its file: its window was killed as it began. */
async function beginInPart(folder: string): Promise<JournaledRun> {
  const labels = ['1', '2', '3'].map((id) => labelOf({ id, labelStatus: 1 }));
  const wanted = wantedOf(new Map(labels.map(({ id }) => [id, { labelStatus: 2 }])));
  const plan = planAmong(wanted, labels);
  const set = { account, title: 'Test', origin: 'setStatus', changes: plan.changes } as const;
  const run = await open(folder).begin(set);
  await run.close();
  const path = await fileIn(folder);
  const lines = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, `${lines.slice(0, -2).join('\n')}\n`);
  return run;
}

describe('ChangeJournal', () => {
  it('keeps what was intended in a file of this person alone', async () => {
    await inTemporaryFolder(async (folder) => {
      const run = await begin(open(folder));
      const sent = [{ field: 'labelStatus', before: 1, after: 2 }] as const;
      await run.write({ kind: 'intent', id: label.id, sent, at: 1 });
      const path = await fileIn(folder);
      if (process.platform !== 'win32') {
        assert.equal((await stat(path)).mode & 0o777, 0o600);
      }
      assert.match(await readFile(path, 'utf8'), /"intent"/);
      const [record] = await recordsIn(open(folder));
      assert.equal(record?.outcomeOf(label.id).kind, 'uncertain');
      await run.end(2);
    });
  });

  it('is taken up by one window, and only when the other is gone', async () => {
    await inTemporaryFolder(async (folder) => {
      const run = await begin(open(folder));
      await run.close();
      const { id } = run.record.header;
      assert.equal(await open(folder, true).reopen(account.id, id), undefined);
      const gone = run.record.owner?.token;
      const others = Array.from(
        { length: 5 },
        () =>
          new ChangeJournal({
            folder,
            clock: systemClock,
            limits: () => ({ days: 30, megabytes: 50 }),
            isAlive: async ({ token }) => await Promise.resolve(token !== gone),
          }),
      );
      const tried = await Promise.all(
        others.map(async (journal) => await journal.reopen(account.id, id)),
      );
      const [taken, ...more] = tried.filter((each) => each !== undefined);
      assert.deepEqual(more, []);
      const [known] = await open(folder).runs();
      assert.equal(known?.owner?.token, taken?.record.owner?.token);
      await taken?.close();
    });
  });

  it('gives a run to this window again that could not be ended', async () => {
    await inTemporaryFolder(async (folder) => {
      const journal = open(folder);
      const run = await begin(journal);
      const { id } = run.record.header;
      assert.equal(await journal.reopen(account.id, id), undefined);
      await run.close();
      assert.equal(await journal.isUnderWay(run.record), false);
      const taken = await journal.reopen(account.id, id);
      assert.ok(taken);
      await taken.end(1);
    });
  });

  it('is not taken over where its window has ended it since it was read', async () => {
    await inTemporaryFolder(async (folder) => {
      const run = await begin(open(folder));
      const { id } = run.record.header;
      const journal = open(folder, false);
      const [read] = await journal.runs();
      assert.ok(read?.owner);
      await run.end(1);
      assert.equal(await journal.takeOver(account.id, id), undefined);
      assert.equal((await open(folder).runs())[0]?.owner, undefined);
    });
  });

  it('is taken over where its window is gone', async () => {
    await inTemporaryFolder(async (folder) => {
      const run = await begin(open(folder));
      await run.close();
      const { id } = run.record.header;
      assert.equal(await open(folder, true).takeOver(account.id, id), undefined);
      const taken = await open(folder, false).takeOver(account.id, id);
      assert.ok(taken);
      await taken.end(1);
    });
  });

  for (const [name, plant] of Object.entries(plantedEntries)) {
    it(`has no run in ${name}`, async () => {
      await inTemporaryFolder(async (folder) => {
        await (await begin(open(folder))).end(1);
        await plant(join(folder, `${account.id}.planted.jsonl`));
        assert.equal((await open(folder).runs()).length, 1);
        assert.equal(await open(folder).reopen(account.id, 'planted'), undefined);
      });
    });
  }

  it('goes on behind a line that does not end, and keeps none of it', async () => {
    await inTemporaryFolder(async (folder) => {
      const run = await begin(open(folder));
      await run.close();
      const path = await fileIn(folder);
      const reader = new RunFileReader(path);
      for (let megabytes = 0; megabytes < 40; megabytes += 8) {
        await appendFile(path, 'x'.repeat(8 * 2 ** 20));
        assert.ok(await reader.read());
      }
      const token = run.record.owner?.token;
      await appendFile(path, `\n${JSON.stringify({ kind: 'end', token, at: 7 })}\n`);
      assert.equal((await reader.read())?.owner, undefined);
      assert.equal((await new RunFileReader(path).read())?.owner, undefined);
    });
  });

  it('goes on after a line that was torn', async () => {
    await inTemporaryFolder(async (folder) => {
      const run = await begin(open(folder));
      await run.close();
      await appendFile(await fileIn(folder), '{"kind":"outcome","id":"1","outc');
      const taken = await open(folder, false).reopen(account.id, run.record.header.id);
      assert.ok(taken);
      await taken.write({ kind: 'outcome', id: label.id, outcome: { kind: 'done' }, at: 1 });
      await taken.end(2);
      const [record] = await recordsIn(open(folder));
      assert.equal(record?.outcomeOf(label.id).kind, 'done');
      assert.equal(record?.owner, undefined);
    });
  });

  it('has a line for each change, however long their texts are', async () => {
    await inTemporaryFolder(async (folder) => {
      const texts = ['x'.repeat(100_000), 'y'.repeat(100_000)] as const;
      const labels = Array.from({ length: 5 }, (_, index) =>
        labelOf({ id: String(index), labelName: texts[0] }),
      );
      const wanted = new Map(labels.map(({ id }) => [id, { labelName: texts[1] }]));
      const plan = planAmong(wantedOf(wanted), labels);
      const set = { title: 'Test', origin: 'replace', changes: plan.changes } as const;
      const run = await open(folder).begin({ account, ...set });
      const lines = (await readFile(await fileIn(folder), 'utf8')).split('\n');
      assert.ok(lines.every((line) => line.length < 301_000));
      const [record] = await recordsIn(open(folder));
      assert.equal(record?.changes.size, 5);
      await run.close();
    });
  });

  it('reads on what another window has written since', async () => {
    await inTemporaryFolder(async (folder) => {
      const other = open(folder);
      const run = await begin(open(folder));
      const sent = [{ field: 'labelStatus', before: 1, after: 2 }] as const;
      const [begun] = await recordsIn(other);
      assert.equal(begun?.outcomeOf(label.id).kind, 'notSent');
      await run.write({ kind: 'intent', id: label.id, sent, at: 1 });
      const outcome = { kind: 'failed', reason: 'für später' } as const;
      const line = Buffer.from(
        `${JSON.stringify({ kind: 'outcome', id: label.id, outcome, at: 2 })}\n`,
      );
      // Half a line and half a character: what is read of it now is read again once it is there in whole.
      const half = line.indexOf('ü') + 1;
      const path = await fileIn(folder);
      await appendFile(path, line.subarray(0, half));
      const [sending] = await recordsIn(other);
      assert.equal(sending?.outcomeOf(label.id).kind, 'uncertain');
      await appendFile(path, line.subarray(half));
      const [ended] = await recordsIn(other);
      assert.deepEqual(ended?.outcomeOf(label.id), outcome);
      assert.equal(ended.counts.failed, 1);
      await run.close();
    });
  });

  it('tells what another window writes, from the first run on, also once its folder was deleted', async () => {
    await inTemporaryFolder(async (folder) => {
      const shared = join(folder, 'changes');
      let told = 0;
      const watching = await open(shared).watch(() => told++);
      for (let time = 1; time <= 2; time++) {
        const begun = told;
        const run = await begin(open(shared));
        await until(() => told > begun);
        const before = told;
        await run.write({ kind: 'outcome', id: label.id, outcome: { kind: 'done' }, at: 1 });
        await until(() => told > before);
        await run.end(2);
        const ended = told;
        await rm(shared, { recursive: true });
        await until(() => told > ended);
      }
      watching.dispose();
    });
  });

  it('leaves out what another window throws away at the same time', async () => {
    await inTemporaryFolder(async (folder) => {
      const runs = await Promise.all(
        Array.from({ length: 60 }, async () => await begin(open(folder))),
      );
      await Promise.all(runs.map(async (run) => await run.end(1)));
      const others = Array.from({ length: 4 }, () => open(folder));
      await Promise.all([
        ...others.map(async (other) => await other.runs()),
        ...others.map(async (other) => await other.trim(new CollectingLog())),
        open(folder).forget(account.id),
        open(folder).forget(account.id),
      ]);
      assert.deepEqual(await open(folder).runs(), []);
    });
  });

  it('throws away no run, nor its undo, that was written to since', async () => {
    for (const isOld of [true, false]) {
      await inTemporaryFolder(async (folder) => {
        const journal = open(folder);
        const run = await carryOut(journal);
        const first = await fileIn(folder);
        await carryOut(journal, { origin: 'undo', undoes: run.record.header.id });
        const names = await runNames(folder);
        const undo = names.map((name) => join(folder, name)).find((path) => path !== first) ?? '';
        await carryOut(journal);
        await utimes(undo, 0, 0);
        await trimAtTwoStarts(folder);
        assert.equal((await runNames(folder)).length, 3, 'An undo stays with its run.');
        await utimes(first, 0, 0);
        await open(folder).trim(new CollectingLog());
        const trimming = new ChangeJournal({
          folder,
          clock: new FakeClock(Date.now() + oneDay),
          limits: () => {
            // All has been looked at; another window takes the run up.
            if (!isOld) {
              appendFileSync(first, '\n');
            }
            return { days: 30, megabytes: 50 };
          },
          isAlive: async () => await Promise.resolve(true),
        });
        await trimming.trim(new CollectingLog());
        assert.equal((await runNames(folder)).length, isOld ? 1 : 3);
      });
    }
  });

  it('knows a run that has sent something, also where a line of its plan is lost', async () => {
    await inTemporaryFolder(async (folder) => {
      await beginInPart(folder);
      const sent = [{ field: 'labelStatus', before: 1, after: 2 }];
      const intent = { kind: 'intent', id: label.id, sent, at: 1 };
      await appendFile(await fileIn(folder), `${JSON.stringify(intent)}\n`);
      const [record] = await open(folder).runs();
      assert.equal(record?.counts.uncertain, 1);
    });
  });

  it('knows no run whose plan is not all there, and throws it away once its window is gone', async () => {
    await inTemporaryFolder(async (folder) => {
      const run = await beginInPart(folder);
      const journal = open(folder, false);
      assert.deepEqual(await journal.runs(), []);
      assert.equal(await journal.reopen(account.id, run.record.header.id), undefined);
      await open(folder).trim(new CollectingLog());
      assert.equal((await readdir(folder)).length, 1, 'It may be under way.');
      await journal.trim(new CollectingLog());
      assert.deepEqual(await readdir(folder), []);
    });
  });

  it('keeps the last run of too many, whatever the clock says, and one that is just begun', async () => {
    await inTemporaryFolder(async (folder) => {
      const labels = ['1', '2', '3', '4'].map((id) =>
        labelOf({ id, labelName: 'x'.repeat(150_000) }),
      );
      const wanted = labels.map(({ id }) => [id, { labelName: 'y' }] as const);
      const plan = planAmong(wantedOf(new Map(wanted)), labels);
      const set = { account, title: 'Test', origin: 'replace', changes: plan.changes } as const;
      const journal = open(folder, true, 1);
      const first = await journal.begin(set);
      await first.end(2);
      const names = await readdir(folder);
      const last = await journal.begin(set);
      await last.end(1);
      const name = (await readdir(folder)).find((each) => !names.includes(each)) ?? '';
      // The clock was set back by an hour in between.
      const anHourAgo = Date.now() / 1000 - 3600;
      await utimes(join(folder, name), anHourAgo, anHourAgo);
      // Another window is beginning a run.
      const begun = `${account.id}.begun.jsonl`;
      await writeFile(join(folder, begun), '');
      await journal.trim(new CollectingLog());
      assert.ok((await readdir(folder)).includes(begun));
      const kept = (await journal.runs()).map(({ header }) => header.id);
      assert.deepEqual(kept, [last.record.header.id]);
    });
  });

  it('keeps what cannot be thrown away, and says so only to the log', async function () {
    await asOrdinaryUser(this, async (folder) => {
      await carryOut(open(folder));
      const old = await fileIn(folder);
      await carryOut(open(folder));
      await utimes(old, 0, 0);
      await chmod(folder, 0o500);
      const log = new CollectingLog();
      await trimAtTwoStarts(folder, log);
      assert.equal(log.lines.length, 2);
      for (const line of log.lines) {
        assert.match(line, /^Old runs of changes could not be thrown away: /);
      }
      assert.equal((await open(folder).runs()).length, 2);
      await chmod(folder, 0o700);
      await trimAtTwoStarts(folder, log);
      assert.deepEqual(log.lines.slice(2), ['Runs of changes were deleted (expired): 1.']);
      assert.equal((await runNames(folder)).length, 1);
    });
  });

  it('throws away the runs after one that cannot be', async function () {
    // Only the superuser can give a file to somebody else.
    if (process.getuid?.() !== 0) {
      this.skip();
    }
    await inTemporaryFolder(async (folder) => {
      // In such a folder a file is removed by its owner alone.
      await chmod(folder, 0o1777);
      await carryOut(open(folder));
      const path = await fileIn(folder);
      await chmod(path, 0o644);
      await utimes(path, 0, 0);
      await withoutPrivileges(async () => {
        const other = await nameOf(folder, async () => await carryOut(open(folder)));
        await utimes(join(folder, other), 1, 1);
        const last = await nameOf(folder, async () => await carryOut(open(folder)));
        await trimAtTwoStarts(folder);
        const left = (await runNames(folder)).map((name) => join(folder, name));
        assert.deepEqual(left.toSorted(), [path, join(folder, last)].toSorted());
      });
    });
  });

  it('throws away what is too much, and all of an account when asked to', async () => {
    await inTemporaryFolder(async (folder) => {
      const journal = open(folder);
      await (await begin(journal)).end(1);
      await writeFile(join(folder, `${account.id}.big.jsonl`), 'x'.repeat(1_100_000));
      await open(folder, true, 1).trim(new CollectingLog());
      assert.equal((await readdir(folder)).length, 1);
      assert.ok((await journal.has(account.id)) && (await journal.has()));
      await journal.forget(account.id);
      assert.deepEqual(await readdir(folder), []);
      assert.ok(!(await journal.has()));
    });
  });
});

/** Name of the file of the run that `work` begins. */
async function nameOf(folder: string, work: () => Promise<unknown>): Promise<string> {
  const before = await runNames(folder);
  await work();
  return (await runNames(folder)).find((name) => !before.includes(name)) ?? '';
}
