import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Label } from '../../../../../src/core/api/label.ts';
import { areSameValues } from '../../../../../src/core/api/labelFields.ts';
import {
  compareLabels,
  keptByComparison,
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

describe('compareLabels', () => {
  it('matches labels by their codes', () => {
    const { different, one, other, same } = compareLabels(staging, production);
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

  it('accounts for every label of both sides', () => {
    fc.assert(
      fc.property(arbitraryLabels, arbitraryLabels, (first, second) => {
        const { different, one, other, same } = compareLabels(first, second);
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

  it('makes changes for either side, and none of a label with another code by then', () => {
    const { different } = compareLabels(staging, production);
    const forProduction = planAmong(wantedByComparison(different, 'other'), production);
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
    const forStaging = planAmong(wantedByComparison(different, 'one'), staging);
    assert.deepEqual(ids(Array.from(forStaging.labels.values())), ['1']);
    const renamed = [labelOf({ id: '12', labelCode: 'Z', labelName: 'Old' })];
    assert.deepEqual(planAmong(wantedByComparison(different, 'other'), renamed).changes, []);
  });

  it('counts what cannot be made empty', () => {
    const [one, other] = [
      [labelOf({ id: '1', labelCode: 'A', labelName: 'Alpha', labelStatus: 1 })],
      [labelOf({ id: '2', labelCode: 'A', labelStatus: 2 })],
    ];
    const { different } = compareLabels(one, other);
    assert.equal(keptByComparison(different, 'one'), 1);
    assert.equal(keptByComparison(different, 'other'), 0);
  });
});

describe('comparisonTexts', () => {
  it('gives two texts that differ where the labels do', () => {
    const names = new Map([[1, 'Active']]);
    const { one, other } = comparisonTexts(compareLabels(staging, production), names);
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
