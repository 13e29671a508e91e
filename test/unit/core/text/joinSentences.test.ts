import assert from 'node:assert/strict';
import { joinSentences } from '../../../../src/core/text/joinSentences.ts';

describe('sentences', () => {
  it('are one text, with spaces where the language has them', () => {
    assert.equal(joinSentences(['Changed: 2.', 'Failed: 1.']), 'Changed: 2. Failed: 1.');
    assert.equal(joinSentences(['已更改: 2 个。', '失败: 1 个。']), '已更改: 2 个。失败: 1 个。');
  });

  it('are nothing where there are none', () => {
    assert.equal(joinSentences([]), '');
  });
});
