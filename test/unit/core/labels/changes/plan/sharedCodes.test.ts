import assert from 'node:assert/strict';
import {
  newCodesIn,
  sharedCodes,
} from '../../../../../../src/core/labels/changes/plan/sharedCodes.ts';
import { planAmong, wantedOf } from '../../../../../support/planning.ts';
import { labelOf } from '../../arbitraryLabels.ts';

describe('sharedCodes', () => {
  const labels = ['A', 'B', 'C', 'D', 'D'].map((labelCode, index) =>
    labelOf({ id: String(index), labelCode }),
  );

  async function shared(codes: Readonly<Record<number, string>>): Promise<readonly string[]> {
    const wanted = Object.entries(codes).flatMap(([index, labelCode]) => {
      const label = labels[Number(index)];
      return label === undefined ? [] : [[label.id, { labelCode }] as const];
    });
    const plan = planAmong(wantedOf(new Map(wanted)), labels);
    const codesOfPlan = await newCodesIn(plan);
    const holders = labels.filter(({ labelCode = '' }) => codesOfPlan.has(labelCode));
    return await sharedCodes(plan, holders);
  }

  it('names the codes that several labels would have, and did not have before', async () => {
    assert.deepEqual(await shared({ 0: 'B', 2: 'E' }), ['B']);
    assert.deepEqual(await shared({ 0: 'F', 2: 'F' }), ['F']);
    assert.deepEqual(await shared({ 3: 'E' }), []);
    assert.deepEqual(await shared({ 0: 'A' }), []);
  });

  it('names none that its labels only exchange', async () => {
    assert.deepEqual(await shared({ 0: 'B', 1: 'A' }), []);
    assert.deepEqual(await shared({ 0: 'B', 1: 'C', 2: 'A' }), []);
  });
});
