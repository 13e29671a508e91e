import type { LabelId } from '../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../src/core/api/label.ts';
import {
  compareLabels,
  keptByComparison,
  sourcesOfComparison,
  wantedByComparison,
} from '../../../src/core/labels/changes/accountComparison.ts';
import { changedSince, planInSlices } from '../../../src/core/labels/changes/slicedPlan.ts';
import { comparisonTexts } from '../../../src/core/labels/exchange/comparisonTexts.ts';
import { changesTexts } from '../../../src/core/labels/exchange/labelChangesText.ts';
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

/** What reviews of 100,000 changes and comparisons of as many labels keep others waiting for. */
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
  return { rows };
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
