import assert from 'node:assert/strict';
import { open as openFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import type { RunSummary } from '../../../../../../src/core/labels/changes/journal/runSummary.ts';
import type { LabelChange } from '../../../../../../src/core/labels/changes/plan/changeSet.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { labelOf } from '../../arbitraryLabels.ts';
import { account, fileIn, open } from './journalOfOneLabel.ts';

/** So many that a run has to be read in parts. */
const labels = 500;

const fields = [{ field: 'labelStatus', before: 1, wanted: 2 }] as const;
const sent = [{ field: 'labelStatus', before: 1, after: 2 }] as const;
const reason = 'The service refused the change.';

const changes: readonly LabelChange[] = Array.from({ length: labels }, (_, index) => ({
  id: labelOf({ id: String(index) }).id,
  code: `CODE-${index}`,
  name: undefined,
  fields,
}));

/** Carries out a run of many labels, every fifth of which fails, and does `work` with its file. */
async function withLongRun(work: (folder: string, path: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const run = await open(folder).begin({
      account,
      title: 'Many',
      origin: 'setStatus',
      changes,
    });
    for (const [index, { id }] of changes.entries()) {
      const outcome =
        index % 5 === 0 ? ({ kind: 'failed', reason } as const) : ({ kind: 'done' } as const);
      await run.write(
        { kind: 'intent', id, sent, at: 1 },
        {
          kind: 'outcome',
          id,
          outcome,
          at: 1,
          ...(index % 5 === 0 ? { hasNotArrived: true } : {}),
        },
      );
    }
    await run.end(2);
    await work(folder, await fileIn(folder));
  });
}

/** What lists show of the only run in `folder`, read anew. */
async function onlyRun(folder: string): Promise<RunSummary> {
  const runs = await open(folder, true).runs();
  assert.equal(runs.length, 1);
  return runs[0] ?? assert.fail();
}

function assertIsWhole(run: RunSummary): void {
  assert.equal(run.counts.done, labels * 0.8);
  assert.equal(run.counts.failed, labels * 0.2);
  assert.equal(run.sentCount, labels * 0.8);
  assert.equal(run.labelCount, labels);
  assert.equal(run.isOpen('retry'), true);
  assert.equal(run.owner, undefined);
}

/** Replaces the lines in the middle of a file by others of the same length, which say nothing. */
async function blankMiddle(path: string): Promise<void> {
  const { size } = await stat(path);
  const file = await openFile(path, 'r+');
  try {
    const length = size - 40_000;
    await file.write(Buffer.alloc(length, 'x'), 0, length, 20_000);
  } finally {
    await file.close();
  }
}

describe('A run that has ended', () => {
  it('is listed by its first and last line, and read as a whole for its labels', async () => {
    await withLongRun(async (folder, path) => {
      const journal = open(folder);
      const [run = assert.fail()] = await journal.runs();
      assertIsWhole(run);
      const { id } = run.header;
      const record = await journal.run(id);
      assert.equal(record?.labelsWith('failed').length, labels * 0.2);
      assert.equal(await journal.run(id), record);
      await blankMiddle(path);
      assertIsWhole(await onlyRun(folder));
      const rest = await open(folder).run(id);
      assert.ok(rest !== undefined && rest.changes.size < labels);
    });
  });

  it('is read as a whole where its end says nothing, or nothing that is known', async () => {
    const ends = {
      'an earlier version': (end: object) => ({ ...end, bytes: undefined, totals: undefined }),
      'a later version': (end: object) => ({ ...end, totals: { sent: 'all' } }),
      'another length': (end: object) => ({ ...end, bytes: 7, totals: undefined }),
    };
    for (const changed of Object.values(ends)) {
      await withLongRun(async (folder, path) => {
        const lines = (await readFile(path, 'utf8')).split('\n');
        const end: unknown = JSON.parse(lines.at(-2) ?? '');
        assert.ok(typeof end === 'object' && end !== null);
        lines.splice(-2, 1, JSON.stringify(changed(end)));
        await writeFile(path, lines.join('\n'));
        assertIsWhole(await onlyRun(folder));
      });
    }
  });

  it('is taken for left where its last line is torn', async () => {
    await withLongRun(async (folder, path) => {
      await truncate(path, (await stat(path)).size - 20);
      assert.notEqual((await onlyRun(folder)).owner, undefined);
    });
  });

  it('has not ended for a window that has taken it over meanwhile', async () => {
    await inTemporaryFolder(async (folder) => {
      const run = await open(folder).begin({
        account,
        title: 'Many',
        origin: 'setStatus',
        changes,
      });
      const taken = await open(folder, false).takeOver(account.id, run.record.header.id);
      assert.ok(taken);
      // It was slow, not gone.
      await run.end(1);
      assert.equal((await onlyRun(folder)).owner?.token, taken.record.owner?.token);
      await taken.end(2);
      assert.equal((await onlyRun(folder)).owner, undefined);
    });
  });

  it('is read for a label only if it says something of it', async () => {
    await withLongRun(async (folder) => {
      const journal = open(folder);
      const runs = await journal.runs();
      for (const [id, count] of [
        ['7', 1],
        ['499', 1],
        ['500', 0],
      ] as const) {
        const found: unknown[] = [];
        for await (const record of journal.recordsOf(runs, labelOf({ id }).id)) {
          found.push(record);
        }
        assert.equal(found.length, count, id);
      }
    });
  });
});
