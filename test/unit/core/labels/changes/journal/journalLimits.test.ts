import assert from 'node:assert/strict';
import { readJournalLimits } from '../../../../../../src/core/labels/changes/journal/journalLimits.ts';

const byDefault = { days: 90, megabytes: 50 };

describe('readJournalLimits', () => {
  it('takes what the settings allow', () => {
    assert.deepEqual(readJournalLimits({ days: 1, megabytes: 1000 }), { days: 1, megabytes: 1000 });
  });

  it('takes the largest where more is set, so that nothing goes that was to be kept', () => {
    const huge = { days: 36_500, megabytes: Number.MAX_VALUE };
    assert.deepEqual(readJournalLimits(huge), { days: 3650, megabytes: 1000 });
  });

  for (const wrong of [0, -1, Number.NaN, '30', null, undefined, [30], {}, true]) {
    it(`takes the default for ${JSON.stringify(wrong) ?? 'nothing'}`, () => {
      assert.deepEqual(readJournalLimits({ days: wrong, megabytes: wrong }), byDefault);
    });
  }
});
