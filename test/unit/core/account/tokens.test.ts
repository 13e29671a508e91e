import assert from 'node:assert/strict';
import { isAccessTokenValue } from '../../../../src/core/account/tokens.ts';

describe('isAccessTokenValue', () => {
  it('takes what fits a header', () => {
    assert.ok(isAccessTokenValue('abc.DEF-123_~+/='));
    for (const text of ['', 'a b', 'a\r\nX-Header: 1', 'ä', 'a\u0000']) {
      assert.ok(!isAccessTokenValue(text), JSON.stringify(text));
    }
  });
});
