import assert from 'node:assert/strict';
import { accountOf } from '../../../src/core/account/account.ts';
import type { LabelId } from '../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../src/core/api/label.ts';
import { systemClock } from '../../../src/core/async/clock.ts';
import { inSlices } from '../../../src/core/async/slices.ts';
import { parseBaseUrl } from '../../../src/core/connections/parseBaseUrl.ts';
import {
  compareLabels,
  keptByComparison,
  sourcesOfComparison,
  wantedByComparison,
} from '../../../src/core/labels/changes/accountComparison.ts';
import type { LabelChange } from '../../../src/core/labels/changes/changeSet.ts';
import { ChangeJournal } from '../../../src/core/labels/changes/journal.ts';
import { changedSince, planInSlices } from '../../../src/core/labels/changes/slicedPlan.ts';
import { comparisonTexts } from '../../../src/core/labels/exchange/comparisonTexts.ts';
import { changesTexts, resultText } from '../../../src/core/labels/exchange/labelChangesText.ts';
import { makeTemporaryFolder } from '../../host/temporaryFolder.ts';
import { collectGarbage } from '../../support/collectGarbage.ts';
import { watchTurns } from '../../support/watchTurns.ts';
import { labelOf } from '../../unit/core/labels/arbitraryLabels.ts';
import type { Measurement, Row } from '../row.ts';

const count = 100_000;
const names = new Map([[1, 'Active']]);

/** The longest that all extensions of a window may be kept waiting, in milliseconds. */
const bound = 50;

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
  const [rows, turn]: [Row[], typeof longestTurn] = [[], longestTurn];
  const measure = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const { result, value } = await turn(work);
    rows.push({
      name: `longest block: ${name}, ${count.toLocaleString('en')} labels`,
      unit: 'ms',
      values: [value],
      budgets: [{ of: 'figure', atMost: bound }],
    });
    return result;
  };
  const comparison = await measure(
    'compare',
    async () => await compareLabels(one.values(), other.values()),
  );
  await measure('texts of a comparison', async () => await comparisonTexts(comparison, names));
  const { different } = comparison;
  const wanted = await measure('what a comparison wants', async () => {
    await keptByComparison(different, 'other');
    await sourcesOfComparison(different, 'other');
    return await wantedByComparison(different, 'other', one);
  });
  const fresh = { found: other, gone: new Set<LabelId>() };
  const plan = await measure('plan', async () => await planInSlices(wanted, fresh));
  await measure('plan anew', async () => {
    const anew = await planInSlices(wanted, fresh);
    return await changedSince(plan, anew);
  });
  await measure('texts of a review', async () => await changesTexts(plan.changes, names));
  const folder = makeTemporaryFolder('workforce-changes');
  await failAll(openJournal(folder.path), plan.changes);
  const record = await measure('read a journal of failures', async () => {
    const [read] = await openJournal(folder.path).runs();
    assert.equal(read?.counts.failed, count);
    return read;
  });
  await measure('list of failures', async () => await record.labelsByAttention());
  await measure('texts of failures', async () => await resultText(record, names, String));
  folder.remove();
  return { rows };
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

async function longestTurn<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly value: number }> {
  collectGarbage();
  await new Promise((resolve) => setImmediate(resolve));
  const turns = watchTurns();
  const result = await work();
  return { result, value: turns.end() };
}
