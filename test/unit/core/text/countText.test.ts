import assert from 'node:assert/strict';
import { countText } from '../../../../src/core/text/countText.ts';

const texts = {
  one: (count: string) => `${count} label`,
  other: (count: string) => `${count} labels`,
};

describe('countText', () => {
  it('takes the plural of the language', () => {
    assert.deepEqual(
      [0, 1, 2, 1234].map((count) => countText(count, 'en', texts)),
      ['0 labels', '1 label', '2 labels', '1,234 labels'],
    );
    assert.equal(countText(0, 'fr', texts), '0 label');
    assert.equal(countText(1, 'zh-cn', texts), '1 labels');
  });

  it('takes the text of all others where a category has none', () => {
    assert.equal(countText(2, 'ar', texts), `${(2).toLocaleString('ar')} labels`);
    assert.equal(countText(1, 'qps-ploc', texts), '1 label');
  });
});
