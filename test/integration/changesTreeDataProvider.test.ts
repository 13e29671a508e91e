import assert from 'node:assert/strict';
import { accountOf } from '../../src/core/account/account.ts';
import { isLabelId } from '../../src/core/account/labelAddress.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import type { LabelChange } from '../../src/core/labels/changes/changeSet.ts';
import { ChangeJournal } from '../../src/core/labels/changes/journal.ts';
import type { JournaledRun } from '../../src/core/labels/changes/journaledRun.ts';
import type { JournalLimits } from '../../src/core/labels/changes/journalLimits.ts';
import type { ChangesRow } from '../../src/labelChanges/changesRows.ts';
import { ChangesTreeDataProvider } from '../../src/labelChanges/changesTreeDataProvider.ts';
import { CollectingLog } from '../support/collectingLog.ts';
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

/** Does `work` with the rows of the runs in a folder of its own, and the events that tell of changes. */
async function withRows(
  work: (
    journal: ChangeJournal,
    rows: ChangesTreeDataProvider,
    events: readonly (readonly ChangesRow[] | undefined)[],
  ) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const journal = new ChangeJournal({ folder, clock: systemClock, limits: keepAll });
    const rows = new ChangesTreeDataProvider({
      accounts: { find: () => undefined },
      journal,
      log: new CollectingLog(),
      statusNames: () => new Map(),
      isVisible: () => true,
    });
    const events: (readonly ChangesRow[] | undefined)[] = [];
    rows.onDidChangeTreeData((changed) => events.push(changed));
    try {
      await work(journal, rows, events);
    } finally {
      rows.dispose();
    }
  });
}

describe('The rows of the view Changes', () => {
  it('change one by one while a run is under way', async () => {
    await withRows(async (journal, rows, events) => {
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
    await withRows(async (journal, rows, events) => {
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
});
