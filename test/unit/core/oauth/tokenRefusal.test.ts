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
    [400, { error: 'invalid_grant', error_description: 'no such client_secret' }, 'refused'],
    [400, { error: 'invalid_request' }, 'doubtful'],
    [400, { error: 'invalid_token' }, 'doubtful'],
    [401, { error: 'invalid_client' }, 'clientRefused'],
    [401, { error_description: 'not invalid_grant', error: 'invalid_client' }, 'clientRefused'],
    [400, { error: 'unauthorized_client' }, 'clientRefused'],
    [401, { error: 'unauthorized', error_description: 'Bad client credentials' }, 'clientRefused'],
    [400, { error: 'temporarily_unavailable' }, 'unavailable'],
    [503, { error: 'invalid_grant' }, 'unavailable'],
    [200, { error: 'something_else' }, 'doubtful'],
    // Other shapes that name it.
    [400, { error: { code: 'INVALID_GRANT' } }, 'refused'],
    [400, { data: { error: 'invalid_grant' } }, 'refused'],
    [200, 'error=invalid_grant&error_description=expired', 'refused'],
    [400, { error: 'invalid_grant_type' }, 'doubtful'],
    // Mentioned, but not the error.
    [400, { error: 'invalid_request', error_description: 'not invalid_grant' }, 'doubtful'],
    [403, { error: 'Forbidden', path: '/invalid_grant' }, 'doubtful'],
    [400, '<p>invalid_grant</p>', 'doubtful'],
    [400, { error: 'not an invalid_grant' }, 'doubtful'],
    [400, { error: 'upstream_error: invalid_grant' }, 'doubtful'],
    [200, { code: -1, message: 'system busy, invalid_grant not checked' }, 'doubtful'],
    // Gateways: what Spring answers by default, and others.
    [404, { timestamp: 1, status: 404, error: 'Not Found', path: '/auth/oauth/token' }, 'doubtful'],
    [403, { error: 'Forbidden', message: 'blocked by policy' }, 'doubtful'],
    // The platform's envelope (docs/interface.md, section 2.1).
    [200, { code: 400, message: 'invalid_grant: expired', data: {} }, 'refused'],
    [200, { code: 400, message: 'invalid refresh token', data: {} }, 'doubtful'],
    [400, { code: 10_001, message: null }, 'doubtful'],
    [200, { code: -1, message: 'system busy' }, 'doubtful'],
    [200, { code: 404, message: 'no route' }, 'doubtful'],
    [200, { code: 5000, message: 'error' }, 'doubtful'],
    [200, { code: 70_001, message: 'gone' }, 'refused'],
    [400, { code: 70_001, message: 7 }, 'refused'],
    [502, { code: 70_001 }, 'unavailable'],
    [200, { code: '70001', message: 'gone' }, 'refused'],
    [200, { code: '500', message: 'busy' }, 'unavailable'],
    [200, { code: '40001', message: 'refresh token', data: null }, 'doubtful'],
    [200, { code: 401, message: 'invalid_client: no' }, 'clientRefused'],
    [200, { code: 10_003, message: 'The app secret is wrong.' }, 'clientRefused'],
    [200, { code: 500, message: 'busy' }, 'unavailable'],
    [200, { code: 429 }, 'unavailable'],
    [502, { code: 400 }, 'unavailable'],
    // Nothing that can be read.
    [400, undefined, 'doubtful'],
    [401, undefined, 'doubtful'],
    [200, undefined, 'unavailable'],
    [302, undefined, 'unavailable'],
    [403, undefined, 'doubtful'],
    [404, undefined, 'doubtful'],
    [407, undefined, 'unavailable'],
    [408, undefined, 'unavailable'],
    [500, undefined, 'unavailable'],
    [503, undefined, 'unavailable'],
  ];
  for (const [status, body, expected] of rows) {
    const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
    it(`takes HTTP ${status} with ${text || 'no JSON'} for ${expected}`, () => {
      assert.equal(classifyTokenRefusal(status, text, [70_001]).outcome, expected);
    });
  }

  it('reads a long answer without keeping the others of the window waiting', () => {
    const long = 'a'.repeat(100_000);
    for (const body of [{ error: long }, { code: -1, message: long }, { data: { error: long } }]) {
      const started = process.threadCpuUsage();
      assert.equal(classifyTokenRefusal(400, JSON.stringify(body), []).outcome, 'doubtful');
      assert.ok(process.threadCpuUsage(started).user < 2_000_000);
    }
  });

  it('never takes an answer for the end that does not say so', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), fc.json(), (status, body) => {
        fc.pre(!/invalid_grant/i.test(body));
        assert.notEqual(classifyTokenRefusal(status, body, []).outcome, 'refused');
      }),
    );
  });

  it('never takes an unavailable server for a refusal, whatever the body says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 599 }), fc.json(), (status, body) => {
        assert.equal(classifyTokenRefusal(status, body, [70_001]).outcome, 'unavailable');
      }),
    );
  });
});
