import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabelAccount } from '../../src/accounts/labelAccounts.ts';
import { accountOf } from '../../src/core/account/account.ts';
import { isLabelId } from '../../src/core/account/labelAddress.ts';
import { systemClock, type Clock } from '../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { ChangeJournal } from '../../src/core/labels/changes/journal/journal.ts';
import type { JournaledRun } from '../../src/core/labels/changes/journal/journaledRun.ts';
import type { JournalLimits } from '../../src/core/labels/changes/journal/journalLimits.ts';
import type { LabelChange } from '../../src/core/labels/changes/plan/changeSet.ts';
import type { ChangesRow, RunRow } from '../../src/labelChanges/changesRows.ts';
import { ChangesTreeDataProvider } from '../../src/labelChanges/changesTreeDataProvider.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { inTemporaryFolder } from '../support/temporaryFolder.ts';
import { eventually } from './eventually.ts';
import { SearchedAccount } from './searchedAccount.ts';

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

/** Has all labels of a run sent, and ends it. */
async function carryOut(run: JournaledRun): Promise<void> {
  for (const { fields, id } of run.record.changes.values()) {
    const sent = fields.map(({ before, field, wanted: after }) => ({ field, before, after }));
    await run.write({ kind: 'intent', id, sent, at: 1 });
    await run.write({ kind: 'outcome', id, outcome: { kind: 'done' }, at: 1 });
  }
  await run.end(1);
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
  owner?: LabelAccount,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const journal = new ChangeJournal({ folder, clock: systemClock, limits: keepAll });
    let isInSight = true;
    let isSaidEmpty: boolean | undefined;
    const rows = new ChangesTreeDataProvider({
      accounts: { find: () => owner },
      clock,
      journal,
      log: new CollectingLog(),
      statusNames: () => new Map(),
      isVisible: () => isInSight,
      showEmptiness: (isEmpty) => {
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
      const shown = await runRows(rows);
      const [row] = shown;
      assert.ok(row);
      for (const [index, id] of ids.entries()) {
        const before = events.length;
        await run.write({ kind: 'outcome', id, outcome: { kind: 'done' }, at: 2 });
        rows.update();
        await eventually(() => assert.ok(events.length > before));
        const changed = index === 0 ? '1 label changed.' : `${index + 1} labels changed.`;
        assert.ok(String(rows.getTreeItem(row).description).includes(changed));
      }
      const { length } = events;
      await run.end(3);
      rows.update();
      await eventually(() => assert.ok(events.length > length));
      assert.ok(events.every((changed) => changed?.length === 1 && changed[0] === row));
      const again = await runRows(rows);
      assert.ok(again.every((each, index) => each === shown[index]));
    });
  });

  it('change as a whole where a run comes, and are the same for those before', async () => {
    await withRows(async ({ journal, rows, events }) => {
      const first = await begin(journal);
      const [row] = await runRows(rows);
      assert.ok(row);
      const second = await begin(journal);
      rows.update();
      await eventually(() => assert.ok(events.includes(undefined)));
      const shown = await runRows(rows);
      assert.equal(shown.length, 2);
      assert.equal(shown[1], row);
      await first.end(1);
      await second.end(2);
    });
  });

  it('offer nothing that would send where the labels are read-only', async () => {
    const owner = new SearchedAccount('acme', async () => await Promise.reject(new Error()));
    await withRows(
      async ({ journal, rows }) => {
        await carryOut(await begin(journal));
        await (await begin(journal)).end(1);
        const offers = async (): Promise<readonly unknown[]> => {
          const runs = await runRows(rows);
          const labels = await Promise.all(runs.map(async (row) => await rows.getChildren(row)));
          return [...runs, ...labels.flat()].map((row) => rows.getTreeItem(row).contextValue);
        };
        assert.deepEqual(await offers(), [
          'run rest',
          'run undoable',
          'label',
          'label',
          'label undoable',
          'label undoable',
        ]);
        owner.readOnly = 'entry';
        assert.deepEqual(await offers(), ['run', 'run', 'label', 'label', 'label', 'label']);
      },
      systemClock,
      owner,
    );
    owner.dispose();
  });

  it('stay where they are where a run is undone and redone, and say so', async () => {
    await withRows(async ({ journal, rows, events }) => {
      const older = await begin(journal);
      await carryOut(older);
      const newer = await begin(journal);
      await carryOut(newer);
      const shown = await runRows(rows);
      const [, row] = shown;
      assert.ok(row);
      const texts = (): readonly unknown[] => {
        const { contextValue, description } = rows.getTreeItem(row);
        return [contextValue, String(description).split(' · ')[0]];
      };
      assert.deepEqual(texts(), ['run undoable', '2 labels changed.']);
      for (const [direction, expected] of [
        ['undo', ['run redoable', 'Undone: 2 labels changed.']],
        ['redo', ['run undoable', 'Redone: 2 labels changed.']],
      ] as const) {
        const chain = (await journal.chain(row.chain.root.header.id)) ?? assert.fail();
        const set = { ...chain.setOf(direction), account, changes: chain.remaining(direction) };
        await carryOut(await journal.begin(set));
        rows.update();
        await eventually(() => assert.deepEqual(texts(), expected));
        assert.deepEqual(await runRows(rows), shown);
      }
      assert.ok(events.every((changed) => changed?.every((each) => each === row)));
      const [label] = await rows.getChildren(row);
      assert.ok(label);
      assert.match(String(rows.getTreeItem(label).description), /^Redone · Status: 1 → 2/);
    });
  });

  it('are those of a day, each with its age, and of the days before', async () => {
    const clock = new FakeClock(new Date(2026, 2, 10, 12, 0).getTime());
    await withRows(async ({ folder, rows }) => {
      const past = new FakeClock(clock.now() - 86_400_000);
      for (const when of [past, clock]) {
        const journal = new ChangeJournal({ folder, clock: when, limits: keepAll });
        await carryOut(await begin(journal));
      }
      clock.advance(5 * 60_000);
      const days = await rows.getChildren();
      assert.deepEqual(
        days.map((day) => rows.getTreeItem(day).label),
        ['Today', 'Yesterday'],
      );
      const [today, yesterday] = await runRows(rows);
      assert.ok(today && yesterday);
      assert.match(String(rows.getTreeItem(today).description), / · 5 min\. ago · /);
      assert.match(String(rows.getTreeItem(yesterday).description), / · 12:00\sPM · /);
      assert.match(JSON.stringify(rows.getTreeItem(today).tooltip), /March 10, 2026 at 12:00/);
    }, clock);
  });

  it('show the progress of a run at most every 2 s, and its end at once', async () => {
    const clock = new FakeClock();
    await withRows(async ({ journal, rows, events }) => {
      const run = await begin(journal);
      const [row] = await runRows(rows);
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
        const [row] = await runRows(rows);
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

  it('name a file that cannot be read, beside all that can', async () => {
    await withRows(async ({ folder, journal, rows, saysEmpty }) => {
      const file = join(folder, `${account.id}.damaged.jsonl`);
      await writeFile(file, 'x\n');
      const [row, ...others] = await rows.getChildren();
      assert.ok(row);
      assert.deepEqual(others, []);
      assert.equal(saysEmpty(), false);
      const item = rows.getTreeItem(row);
      assert.equal(item.label, 'Changes that cannot be read');
      assert.match(String(item.description), /damaged\.jsonl/);
      assert.match(item.accessibilityInformation?.label ?? '', /damaged, cannot be opened/);
      await carryOut(await begin(journal));
      const kinds = (await rows.getChildren()).map(({ kind }) => kind);
      assert.deepEqual(kinds, ['unreadable', 'day']);
    });
  });
});

/** The rows of the runs, of all days. */
async function runRows(rows: ChangesTreeDataProvider): Promise<readonly RunRow[]> {
  const days = await rows.getChildren();
  return days.flatMap((row) => (row.kind === 'day' ? row.runs : []));
}

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
