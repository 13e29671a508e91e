import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountOf } from '../../src/core/account/account.ts';
import { isLabelId } from '../../src/core/account/labelAddress.ts';
import { systemClock, type Clock } from '../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import type { LabelChange } from '../../src/core/labels/changes/changeSet.ts';
import { ChangeJournal } from '../../src/core/labels/changes/journal.ts';
import type { JournaledRun } from '../../src/core/labels/changes/journaledRun.ts';
import type { JournalLimits } from '../../src/core/labels/changes/journalLimits.ts';
import type { ChangesRow } from '../../src/labelChanges/changesRows.ts';
import { ChangesTreeDataProvider } from '../../src/labelChanges/changesTreeDataProvider.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { inTemporaryFolder } from '../support/temporaryFolder.ts';
import { eventually } from './eventually.ts';

const account = accountOf(parseBaseUrl('https://example.com'), 'acme', 'jane');

const ids = ['1', '2'].filter(isLabelId);

const changes = ids.map((id): LabelChange => ({
  id,
  code: `C-${id}`,
  name: `Label ${id}`,
  fields: [{ field: 'labelStatus', before: 1, wanted: 2 }],
}));

function keepAll(): JournalLimits {
  return { days: 30, megabytes: 50 };
}

/** Begins a run of two labels. */
async function begin(journal: ChangeJournal): Promise<JournaledRun> {
  return await journal.begin({ account, title: 'Test', origin: 'setStatus', changes });
}

/** A view with the runs of a folder of its own. */
interface ShownRuns {
  readonly journal: ChangeJournal;
  readonly folder: string;
  readonly rows: ChangesTreeDataProvider;
  /** What has told of changes. */
  readonly events: readonly (readonly ChangesRow[] | undefined)[];
  /** Whether the view was told to say that there are no runs; undefined if it was told nothing. */
  readonly saysEmpty: () => boolean | undefined;
  /** Brings the view out of sight, or into it again. */
  readonly show: (isVisible: boolean) => void;
}

/** Does `work` with such a view, which takes its time from `clock`. */
async function withRows(
  work: (shown: ShownRuns) => Promise<void>,
  clock: Clock = systemClock,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const journal = new ChangeJournal({ folder, clock: systemClock, limits: keepAll });
    let isInSight = true;
    let isSaidEmpty: boolean | undefined;
    const rows = new ChangesTreeDataProvider({
      accounts: { find: () => undefined },
      clock,
      journal,
      log: new CollectingLog(),
      statusNames: () => new Map(),
      isVisible: () => isInSight,
      showWhetherEmpty: (isEmpty) => {
        isSaidEmpty = isEmpty;
      },
    });
    const events: (readonly ChangesRow[] | undefined)[] = [];
    rows.onDidChangeTreeData((changed) => events.push(changed));
    const show = (isVisible: boolean): void => {
      isInSight = isVisible;
      rows.update();
    };
    try {
      await work({ journal, folder, rows, events, saysEmpty: () => isSaidEmpty, show });
    } finally {
      rows.dispose();
    }
  });
}

async function startTimeOf(processId: number): Promise<string> {
  return (await readFile(`/proc/${processId}/stat`, 'utf8')).split(' ')[21] ?? '';
}

/** Has it be another process that carries out the only run in `folder`. Linux only. */
async function handOver(folder: string, processId: number): Promise<void> {
  const name = (await readdir(folder)).find((each) => each.endsWith('.jsonl'));
  const file = join(folder, name ?? '');
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text
      .replace(`"processId":${process.pid}`, `"processId":${processId}`)
      .replace(
        `"startTime":"${await startTimeOf(process.pid)}"`,
        `"startTime":"${await startTimeOf(processId)}"`,
      ),
  );
}

describe('The rows of the view Changes', () => {
  it('change one by one while a run is under way', async () => {
    await withRows(async ({ journal, rows, events }) => {
      await (await begin(journal)).end(1);
      const run = await begin(journal);
      const shown = await rows.getChildren();
      const [row] = shown;
      assert.ok(row);
      for (const [index, id] of ids.entries()) {
        const before = events.length;
        await run.write({ kind: 'outcome', id, outcome: { kind: 'done' }, at: 2 });
        rows.update();
        await eventually(() => assert.ok(events.length > before));
        assert.match(String(rows.getTreeItem(row).description), new RegExp(`: ${index + 1}\\.`));
      }
      const { length } = events;
      await run.end(3);
      rows.update();
      await eventually(() => assert.ok(events.length > length));
      assert.ok(events.every((changed) => changed?.length === 1 && changed[0] === row));
      const again = await rows.getChildren();
      assert.ok(again.every((each, index) => each === shown[index]));
    });
  });

  it('change as a whole where a run comes, and are the same for those before', async () => {
    await withRows(async ({ journal, rows, events }) => {
      const first = await begin(journal);
      const [row] = await rows.getChildren();
      assert.ok(row);
      const second = await begin(journal);
      rows.update();
      await eventually(() => assert.ok(events.includes(undefined)));
      const shown = await rows.getChildren();
      assert.equal(shown.length, 2);
      assert.equal(shown[1], row);
      await first.end(1);
      await second.end(2);
    });
  });

  it('show the progress of a run at most every 2 s, and its end at once', async () => {
    const clock = new FakeClock();
    await withRows(async ({ journal, rows, events }) => {
      const run = await begin(journal);
      const [row] = await rows.getChildren();
      assert.ok(row);
      const [first, second] = ids;
      assert.ok(first !== undefined && second !== undefined);
      await run.write({ kind: 'intent', id: first, sent: [], at: 2 });
      rows.update();
      await untilEvents(events, 1, () => clock.advance(200));
      await run.write({ kind: 'outcome', id: first, outcome: { kind: 'done' }, at: 2 });
      rows.update();
      clock.advance(200);
      await eventually(() => assert.ok(clock.waiting > 0));
      clock.advance(1000);
      await eventually(() => assert.ok(clock.waiting > 0));
      assert.equal(events.length, 1);
      await untilEvents(events, 2, () => clock.advance(800));
      await run.end(3);
      rows.update();
      await untilEvents(events, 3, () => clock.advance(200));
      assert.ok(events.every((changed) => changed?.length === 1 && changed[0] === row));
    }, clock);
  });

  it('show a run as broken off once the process that carried it out has gone', async () => {
    await withRows(async ({ folder, rows, events }) => {
      // Of another window, as this one knows what its own runs have come to.
      const journal = new ChangeJournal({ folder, clock: systemClock, limits: keepAll });
      (await begin(journal)).dispose();
      const other = spawn('sleep', ['60']);
      try {
        await once(other, 'spawn');
        assert.ok(other.pid !== undefined);
        await handOver(folder, other.pid);
        const [row] = await rows.getChildren();
        assert.ok(row);
        assert.equal(rows.getTreeItem(row).contextValue, 'run');
        other.kill('SIGKILL');
        await eventually(() => assert.equal(rows.getTreeItem(row).contextValue, 'run rest'));
        assert.deepEqual(events, [[row]]);
      } finally {
        other.kill('SIGKILL');
      }
    });
  });

  it('are looked at again while a run is under way, as long as they are in sight', async () => {
    const clock = new FakeClock();
    await withRows(async ({ journal, rows, show }) => {
      const run = await begin(journal);
      await rows.getChildren();
      assert.equal(clock.waiting, 1);
      show(false);
      await untilNothingWaits(clock);
      show(true);
      clock.advance(200);
      await eventually(() => assert.equal(clock.waiting, 1));
      await run.end(1);
      await rows.getChildren();
      await untilNothingWaits(clock);
    }, clock);
  });

  it('are said to be none only once that is known, and not any more once a run begins, also out of sight', async () => {
    await withRows(async ({ journal, rows, saysEmpty, show }) => {
      assert.equal(saysEmpty(), undefined);
      assert.deepEqual(await rows.getChildren(), []);
      assert.equal(saysEmpty(), true);
      show(false);
      const run = await begin(journal);
      await eventually(() => assert.equal(saysEmpty(), false));
      await run.end(1);
    });
  });
});

/** Lets time pass once, and waits until so many events have told of changes. */
async function untilEvents(
  events: readonly unknown[],
  count: number,
  pass: () => void,
): Promise<void> {
  pass();
  await eventually(() => assert.equal(events.length, count));
}

/** Lets time pass until nothing is to be done later any more; what is written may be seen late. */
async function untilNothingWaits(clock: FakeClock): Promise<void> {
  await eventually(() => {
    clock.advance(5000);
    assert.equal(clock.waiting, 0);
  });
}
