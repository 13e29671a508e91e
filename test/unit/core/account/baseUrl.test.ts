import assert from 'node:assert/strict';
import { isLoopbackHttp } from '../../../../src/core/account/baseUrl.ts';

describe('isLoopbackHttp', () => {
  it('takes http on this machine only', () => {
    assert.equal(isLoopbackHttp(new URL('http://127.0.0.1:1')), true);
    assert.equal(isLoopbackHttp(new URL('https://127.0.0.1:1')), false);
    assert.equal(isLoopbackHttp(new URL('http://127.0.0.2:1')), false);
  });
});
