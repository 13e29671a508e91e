import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { TokenEndpointOutcome } from '../../../../src/core/errors/tokenEndpointError.ts';
import { classifyTokenRefusal } from '../../../../src/core/oauth/tokenRefusal.ts';

type Row = readonly [status: number, body: unknown, expected: TokenEndpointOutcome];

describe('classifyTokenRefusal', () => {
  const rows: readonly Row[] = [
    // RFC 6749, section 5.2.
    [400, { error: 'invalid_grant' }, 'refused'],
    [401, { error: 'invalid_grant', error_description: 'expired' }, 'refused'],
    [200, { error: 'invalid_grant' }, 'refused'],
    [400, { error: 'invalid_request' }, 'refused'],
    [401, { error: 'invalid_client' }, 'clientRefused'],
    [400, { error: 'unauthorized_client' }, 'clientRefused'],
    [400, { error: 'temporarily_unavailable' }, 'unavailable'],
    [503, { error: 'invalid_grant' }, 'unavailable'],
    [200, { error: 'something_else' }, 'unavailable'],
    // The platform's envelope (docs/interface.md, section 2.1).
    [200, { code: 400, message: 'invalid refresh token', data: {} }, 'refused'],
    [400, { code: 10_001, message: null }, 'refused'],
    [200, { code: 401, message: 'invalid_client: no' }, 'clientRefused'],
    [200, { code: 500, message: 'busy' }, 'unavailable'],
    [200, { code: 429 }, 'unavailable'],
    [502, { code: 400 }, 'unavailable'],
    // Nothing that can be read.
    [400, undefined, 'refused'],
    [401, undefined, 'refused'],
    [200, undefined, 'unavailable'],
    [302, undefined, 'unavailable'],
    [403, undefined, 'unavailable'],
    [404, undefined, 'unavailable'],
    [407, undefined, 'unavailable'],
    [408, undefined, 'unavailable'],
    [500, undefined, 'unavailable'],
    [503, undefined, 'unavailable'],
  ];
  for (const [status, body, expected] of rows) {
    it(`takes HTTP ${status} with ${JSON.stringify(body) ?? 'no JSON'} for ${expected}`, () => {
      assert.equal(classifyTokenRefusal(status, body).outcome, expected);
    });
  }

  it('never takes an unavailable server for a refusal, whatever the body says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 599 }), fc.jsonValue(), (status, body) => {
        assert.equal(classifyTokenRefusal(status, body).outcome, 'unavailable');
      }),
    );
  });
});
