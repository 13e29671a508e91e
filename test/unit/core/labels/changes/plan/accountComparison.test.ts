import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../../../../src/core/api/label.ts';
import { areSameValues } from '../../../../../../src/core/api/labelFields.ts';
import {
  comparedFields,
  compareLabels,
  countPairs,
  sourcesOfComparison,
  wantedByComparison,
} from '../../../../../../src/core/labels/changes/plan/accountComparison.ts';
import { planAmong } from '../../../../../support/planning.ts';
import { arbitraryLabels, labelOf } from '../../arbitraryLabels.ts';
import { production, staging } from '../../twoAccounts.ts';

function ids(labels: readonly Label[]): readonly string[] {
  return labels.map(({ id }) => id);
}

function byId(labels: readonly Label[]): ReadonlyMap<LabelId, Label> {
  return new Map(labels.map((label) => [label.id, label]));
}

describe('compareLabels', () => {
  it('matches labels by their codes', async () => {
    const { different, same, source, target } = await compareLabels(staging, production);
    assert.deepEqual(
      different.map((pair) => [pair.code, pair.source.id, pair.target.id]),
      [['B', '1', '12']],
    );
    assert.equal(same, 1);
    assert.deepEqual(ids(source.only), ['3']);
    assert.deepEqual(ids(target.only), ['14']);
    assert.deepEqual(ids(source.ambiguous), ['6', '4', '5']);
    assert.deepEqual(ids(target.ambiguous), ['13']);
  });

  it('accounts for every label of both sides', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLabels, arbitraryLabels, async (first, second) => {
        const { different, same, source, target } = await compareLabels(first, second);
        for (const [labels, unmatched] of [
          [first, source],
          [second, target],
        ] as const) {
          const { ambiguous, only } = unmatched;
          assert.equal(different.length + same + only.length + ambiguous.length, labels.length);
        }
        assert.ok(different.every((pair) => !areSameValues(pair.source, pair.target)));
      }),
    );
  });

  it('makes changes for one side, and none of a label with another code by then', async () => {
    const { different } = await compareLabels(staging, production);
    const forProduction = planAmong(
      await wantedByComparison(different, byId(staging), comparedFields),
      production,
    );
    assert.deepEqual(
      forProduction.changes.map(({ id, fields }) => [id, fields]),
      [
        [
          '12',
          [
            { field: 'labelName', before: 'Old', wanted: 'Beta' },
            { field: 'labelStatus', before: 2, wanted: 1 },
          ],
        ],
      ],
    );
    const renamed = [labelOf({ id: '12', labelCode: 'Z', labelName: 'Old' })];
    const wanted = await wantedByComparison(different, byId(staging), comparedFields);
    assert.deepEqual(planAmong(wanted, renamed).changes, []);
  });

  it('wants what the other account has by then, where it still has the label', async () => {
    const { different } = await compareLabels(staging, production);
    assert.deepEqual(Array.from(await sourcesOfComparison(different)), [['1', ['B']]]);
    const wantedWhen = async (now: Label) =>
      planAmong(
        await wantedByComparison(different, byId([now]), comparedFields),
        production,
      ).changes.map(({ id, fields }) => [id, fields]);
    const changed = labelOf({ id: '1', labelCode: 'B', labelName: 'Newer', labelStatus: 2 });
    assert.deepEqual(await wantedWhen(changed), [
      ['12', [{ field: 'labelName', before: 'Old', wanted: 'Newer' }]],
    ]);
    assert.deepEqual(await wantedWhen(labelOf({ id: '1', labelCode: 'X', labelName: 'Beta' })), []);
    assert.equal((await wantedByComparison(different, new Map(), comparedFields)).labels.size, 0);
  });

  it('counts what cannot be made empty', async () => {
    const [one, other] = [
      [labelOf({ id: '1', labelCode: 'A', labelName: 'Alpha', labelStatus: 1 })],
      [labelOf({ id: '2', labelCode: 'A', labelStatus: 2 })],
    ];
    const { different } = await compareLabels(one, other);
    assert.deepEqual(await countPairs(different, comparedFields), { same: 0, kept: 0 });
    assert.deepEqual(await countPairs(different, ['labelStatus']), { same: 0, kept: 0 });
    const back = await compareLabels(other, one);
    assert.deepEqual(await countPairs(back.different, comparedFields), { same: 0, kept: 1 });
    assert.deepEqual(await countPairs(back.different, ['labelStatus']), { same: 0, kept: 0 });
  });

  it('counts and wants the fields that it is asked for alone', async () => {
    const byName = await compareLabels(staging, production);
    const { changes } = planAmong(
      await wantedByComparison(byName.different, byId(staging), ['labelName']),
      production,
    );
    assert.deepEqual(
      changes.map(({ fields }) => fields),
      [[{ field: 'labelName', before: 'Old', wanted: 'Beta' }]],
    );
    const sameStatus = production.map((label) =>
      label.labelCode === 'B' ? labelOf({ ...label.record, labelStatus: 1 }) : label,
    );
    const byStatus = await compareLabels(staging, sameStatus);
    assert.equal(byStatus.different.length, 1);
    assert.equal((await countPairs(byStatus.different, ['labelStatus'])).same, 1);
    assert.equal((await countPairs(byStatus.different, ['labelName'])).same, 0);
  });
});
