import assert from 'node:assert/strict';
import { parseScopes } from '../../../../src/core/connections/scope.ts';

describe('parseScopes', () => {
  for (const text of ['tag,people', 'tag people', ' tag , people,, ']) {
    it(`reads ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseScopes(text), ['tag', 'people']);
    });
  }

  it('reads no scopes', () => {
    assert.deepEqual(parseScopes(' '), []);
  });
});
