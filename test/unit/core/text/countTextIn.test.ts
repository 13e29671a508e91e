import assert from 'node:assert/strict';
import { countTextIn } from '../../../../src/core/text/countTextIn.ts';

const texts = {
  one: (count: string) => `${count} label`,
  other: (count: string) => `${count} labels`,
};

describe('countTextIn', () => {
  it('takes the plural of the language', () => {
    assert.deepEqual(
      [0, 1, 2, 1234].map((count) => countTextIn(count, 'en', texts)),
      ['0 labels', '1 label', '2 labels', '1,234 labels'],
    );
    assert.equal(countTextIn(0, 'fr', texts), '0 label');
    assert.equal(countTextIn(1, 'zh-cn', texts), '1 labels');
  });

  it('takes the text of all others where a category has none', () => {
    assert.equal(countTextIn(2, 'ar', texts), `${(2).toLocaleString('ar')} labels`);
    assert.equal(countTextIn(1, 'qps-ploc', texts), '1 label');
  });
});
