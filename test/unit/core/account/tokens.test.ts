import assert from 'node:assert/strict';
import { isAccessTokenValue, isPreserved } from '../../../../src/core/account/tokens.ts';

describe('isAccessTokenValue', () => {
  it('takes what fits a header', () => {
    assert.ok(isAccessTokenValue('abc.DEF-123_~+/='));
    for (const text of ['', 'a b', 'a\r\nX-Header: 1', 'ä', 'a\u0000']) {
      assert.ok(!isAccessTokenValue(text), JSON.stringify(text));
    }
  });

  it('takes tokens up to the length of what servers accept as a header', () => {
    for (const isToken of [isAccessTokenValue, isPreserved]) {
      assert.ok(isToken('a'.repeat(16_384)));
      assert.ok(!isToken('a'.repeat(16_385)));
    }
  });
});
