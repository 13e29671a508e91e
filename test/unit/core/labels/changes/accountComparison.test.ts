import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { LabelId } from '../../../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../../../src/core/api/label.ts';
import { areSameValues } from '../../../../../src/core/api/labelFields.ts';
import {
  compareLabels,
  keptByComparison,
  sourcesOfComparison,
  wantedByComparison,
} from '../../../../../src/core/labels/changes/accountComparison.ts';
import { comparisonTexts } from '../../../../../src/core/labels/exchange/comparisonTexts.ts';
import { planAmong } from '../../../../support/planning.ts';
import { arbitraryLabels, labelOf } from '../arbitraryLabels.ts';

const staging = [
  labelOf({ id: '1', labelCode: 'B', labelName: 'Beta', labelStatus: 1 }),
  labelOf({ id: '2', labelCode: 'A', labelName: 'Alpha', labelStatus: 1 }),
  labelOf({ id: '3', labelCode: 'C', labelName: 'Gamma' }),
  labelOf({ id: '4', labelCode: 'D', labelName: 'Delta' }),
  labelOf({ id: '5', labelCode: 'D', labelName: 'Delta too' }),
  labelOf({ id: '6', labelName: 'No code' }),
];
const production = [
  labelOf({ id: '11', labelCode: 'A', labelName: 'Alpha', labelStatus: 1 }),
  labelOf({ id: '12', labelCode: 'B', labelName: 'Old', labelStatus: 2 }),
  labelOf({ id: '13', labelCode: 'D', labelName: 'Delta' }),
  labelOf({ id: '14', labelCode: 'E', labelName: 'Only here' }),
];

function ids(labels: readonly Label[]): readonly string[] {
  return labels.map(({ id }) => id);
}

function byId(labels: readonly Label[]): ReadonlyMap<LabelId, Label> {
  return new Map(labels.map((label) => [label.id, label]));
}

describe('compareLabels', () => {
  it('matches labels by their codes', async () => {
    const { different, one, other, same } = await compareLabels(staging, production);
    assert.deepEqual(
      different.map((pair) => [pair.code, pair.one.id, pair.other.id]),
      [['B', '1', '12']],
    );
    assert.equal(same, 1);
    assert.deepEqual(ids(one.only), ['3']);
    assert.deepEqual(ids(other.only), ['14']);
    assert.deepEqual(ids(one.ambiguous), ['6', '4', '5']);
    assert.deepEqual(ids(other.ambiguous), ['13']);
  });

  it('accounts for every label of both sides', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLabels, arbitraryLabels, async (first, second) => {
        const { different, one, other, same } = await compareLabels(first, second);
        for (const [labels, unmatched] of [
          [first, one],
          [second, other],
        ] as const) {
          const { ambiguous, only } = unmatched;
          assert.equal(different.length + same + only.length + ambiguous.length, labels.length);
        }
        assert.ok(different.every((pair) => !areSameValues(pair.one, pair.other)));
      }),
    );
  });

  it('makes changes for either side, and none of a label with another code by then', async () => {
    const { different } = await compareLabels(staging, production);
    const forProduction = planAmong(
      await wantedByComparison(different, 'other', byId(staging)),
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
    const forStaging = planAmong(
      await wantedByComparison(different, 'one', byId(production)),
      staging,
    );
    assert.deepEqual(ids(Array.from(forStaging.labels.values())), ['1']);
    const renamed = [labelOf({ id: '12', labelCode: 'Z', labelName: 'Old' })];
    const wanted = await wantedByComparison(different, 'other', byId(staging));
    assert.deepEqual(planAmong(wanted, renamed).changes, []);
  });

  it('wants what the other account has by then, where it still has the label', async () => {
    const { different } = await compareLabels(staging, production);
    assert.deepEqual(Array.from(await sourcesOfComparison(different, 'other')), [['1', ['B']]]);
    const wantedWhen = async (now: Label) =>
      planAmong(await wantedByComparison(different, 'other', byId([now])), production).changes.map(
        ({ id, fields }) => [id, fields],
      );
    const changed = labelOf({ id: '1', labelCode: 'B', labelName: 'Newer', labelStatus: 2 });
    assert.deepEqual(await wantedWhen(changed), [
      ['12', [{ field: 'labelName', before: 'Old', wanted: 'Newer' }]],
    ]);
    assert.deepEqual(await wantedWhen(labelOf({ id: '1', labelCode: 'X', labelName: 'Beta' })), []);
    assert.equal((await wantedByComparison(different, 'other', new Map())).labels.size, 0);
  });

  it('counts what cannot be made empty', async () => {
    const [one, other] = [
      [labelOf({ id: '1', labelCode: 'A', labelName: 'Alpha', labelStatus: 1 })],
      [labelOf({ id: '2', labelCode: 'A', labelStatus: 2 })],
    ];
    const { different } = await compareLabels(one, other);
    assert.equal(await keptByComparison(different, 'one'), 1);
    assert.equal(await keptByComparison(different, 'other'), 0);
  });
});

describe('comparisonTexts', () => {
  it('gives two texts that differ where the labels do', async () => {
    const names = new Map([[1, 'Active']]);
    const { one, other } = await comparisonTexts(await compareLabels(staging, production), names);
    const notCompared = '\nNot compared, as they have no code of their own:\n';
    assert.equal(
      one,
      `B\n  Name: "Beta", Status: Active (1)\nC\n  Name: "Gamma"\n${notCompared}  No code · 6\n  Delta · D · 4\n  Delta too · D · 5\n`,
    );
    assert.equal(
      other,
      `B\n  Name: "Old", Status: 2\nE\n  Name: "Only here"\n${notCompared}  Delta · D · 13\n`,
    );
  });
});
