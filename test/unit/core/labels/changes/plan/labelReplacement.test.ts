import assert from 'node:assert/strict';
import {
  replacementIn,
  replacementInSlices,
  textFields,
  textsIn,
} from '../../../../../../src/core/labels/changes/plan/labelReplacement.ts';
import { labelOf } from '../../arbitraryLabels.ts';

const labels = [
  labelOf({ id: '1', labelCode: 'A-1', labelName: 'One', labelStatus: 1 }),
  labelOf({ id: '2', labelName: 'One' }),
  labelOf({ id: '3', labelCode: 'A-1', labelName: '-' }),
];

describe('labelReplacement', () => {
  it('finds the texts of the fields that hold text', () => {
    assert.deepEqual(textFields, ['labelCode', 'labelName']);
    assert.deepEqual(Array.from(textsIn(labels, textFields)), ['A-1', 'One', 'One', 'A-1', '-']);
    assert.deepEqual(Array.from(textsIn(labels, ['labelName'])), ['One', 'One', '-']);
  });

  it('says what labels are to become, and which a field would be emptied of', async () => {
    const replaced = new Map([
      ['A-1', 'B-1'],
      ['One', 'Uno'],
      ['-', ' '],
    ]);
    const { emptied, wanted } = replacementIn(labels, textFields, replaced);
    assert.deepEqual(Array.from(wanted), [
      ['1', { labelCode: 'B-1', labelName: 'Uno' }],
      ['2', { labelName: 'Uno' }],
    ]);
    assert.deepEqual(
      emptied.map(({ id }) => id),
      ['3'],
    );
    assert.deepEqual(await replacementInSlices(labels, textFields, replaced), { emptied, wanted });
    const inCodes = replacementIn(labels, ['labelCode'], replaced);
    assert.deepEqual(Array.from(inCodes.wanted.keys()), ['1', '3']);
  });
});
