import assert from 'node:assert/strict';
import { accountOf } from '../../../src/core/account/account.ts';
import type { LabelId } from '../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../src/core/api/label.ts';
import { systemClock } from '../../../src/core/async/clock.ts';
import { inSlices } from '../../../src/core/async/slices.ts';
import { parseBaseUrl } from '../../../src/core/connections/parseBaseUrl.ts';
import { ChangeJournal } from '../../../src/core/labels/changes/journal/journal.ts';
import {
  comparedFields,
  compareLabels,
  countPairs,
  sourcesOfComparison,
  wantedByComparison,
} from '../../../src/core/labels/changes/plan/accountComparison.ts';
import { planInSlices, type LabelChange } from '../../../src/core/labels/changes/plan/changeSet.ts';
import { comparePlans } from '../../../src/core/labels/changes/plan/planDifference.ts';
import { ReviewRows } from '../../../src/core/labels/changes/review/reviewRows.ts';
import { wholeReview } from '../../../src/core/labels/changes/review/reviewView.ts';
import { resultText } from '../../../src/core/labels/exchange/labelChangesText.ts';
import { makeTemporaryFolder } from '../../host/temporaryFolder.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { labelOf } from '../../unit/core/labels/arbitraryLabels.ts';
import { LongestBlocks } from '../longestBlocks.ts';
import type { Measurement } from '../row.ts';

const count = 100_000;
const names = new Map([[1, 'Active']]);

/** Labels of an account in an order of its own: the codes of two accounts need not come in the same one. */
function labelsOf(account: string, step: number, labelStatus: number): Map<LabelId, Label> {
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const number = (index * step) % count;
      const label = labelOf({
        id: `${account}-${number}`,
        labelCode: `CODE-${number}`,
        labelName: `Label ${number}`,
        labelStatus,
      });
      return [label.id, label] as const;
    }),
  );
}

/** What reviews of 100,000 changes, comparisons of as many labels and runs of them keep others waiting for. */
export async function measureChangesScale(): Promise<Measurement> {
  const [one, other] = [labelsOf('one', 7919, 1), labelsOf('other', 6007, 2)];
  const blocks = new LongestBlocks(count);
  const comparison = await blocks.measure(
    'compare',
    async () => await compareLabels(one.values(), other.values()),
  );
  const { different } = comparison;
  const wanted = await blocks.measure('what a comparison wants', async () => {
    await countPairs(different, comparedFields);
    await sourcesOfComparison(different);
    return await wantedByComparison(different, one, comparedFields);
  });
  const fresh = { found: other, gone: new Set<LabelId>() };
  const plan = await blocks.measure('plan', async () => await planInSlices(wanted, fresh));
  await blocks.measure('plan anew', async () => {
    const anew = await planInSlices(wanted, fresh);
    return await comparePlans(plan, anew);
  });
  const rows = await blocks.measure(
    'rows of a review',
    async () =>
      await ReviewRows.of(
        { ...plan, sharedCodes: [] },
        { textOf: (_, value) => String(value ?? ''), locale: 'en' },
      ),
  );
  await blocks.measure(
    'filter a review',
    async () => await rows.show({ ...wholeReview, words: '99 l' }),
  );
  await blocks.measure('sort a review', async () => {
    await rows.show({ ...wholeReview, sort: { field: 'labelName', isDescending: true } });
  });
  const folder = makeTemporaryFolder('workforce-changes');
  await failAll(openJournal(folder.path), plan.changes);
  const record = await blocks.measure('read a journal of failures', async () => {
    const [read] = await recordsIn(openJournal(folder.path));
    assert.equal(read?.counts.failed, count);
    return read;
  });
  await blocks.measure('list of failures', async () => await record.labelsByAttention());
  await blocks.measure('texts of failures', async () => await resultText(record, names, String));
  folder.remove();
  return { rows: blocks.rows };
}

const limits = (): { days: number; megabytes: number } => ({ days: 30, megabytes: 1000 });

function openJournal(folder: string): ChangeJournal {
  return new ChangeJournal({ folder, clock: systemClock, limits });
}

/** Writes a run in which each label has been sent and refused. */
async function failAll(journal: ChangeJournal, changes: readonly LabelChange[]): Promise<void> {
  const account = accountOf(parseBaseUrl('https://example.com'), 'acme', 'jane');
  const run = await journal.begin({ account, title: 'Set Status', origin: 'setStatus', changes });
  const at = systemClock.now();
  const outcome = { kind: 'failed', reason: 'The label is locked by a running payroll.' } as const;
  for await (const slice of inSlices(changes, 1000)) {
    const entries = slice.flatMap(({ fields, id }) => {
      const sent = fields.map(({ before, field, wanted }) => ({ field, before, after: wanted }));
      return [
        { kind: 'intent', id, sent, at },
        { kind: 'outcome', id, outcome, at },
      ] as const;
    });
    await run.write(...entries);
  }
  await run.end(at);
}
