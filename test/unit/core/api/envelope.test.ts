import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { decodeBody } from '../../../../src/core/api/bodyText.ts';
import { decodeEnvelope } from '../../../../src/core/api/envelope.ts';
import type { HttpResponse } from '../../../../src/core/api/httpResponse.ts';
import { ApiError } from '../../../../src/core/errors/apiError.ts';
import { AppError } from '../../../../src/core/errors/appError.ts';
import { RateLimitedError } from '../../../../src/core/errors/rateLimitedError.ts';
import { ResponseSchemaError } from '../../../../src/core/errors/responseSchemaError.ts';
import { LiveSecrets } from '../../../../src/core/log/liveSecrets.ts';

const secret = 'SeCrEt0123456789';

const secrets = new LiveSecrets();
secrets.note(secret);

function response(body: unknown, status = 200, headers: Record<string, string> = {}): HttpResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: new Headers(headers), body: { kind: 'text', text } };
}

/** An answer in ISO-8859-1 that declares nothing. */
function undecodable(json: string, status: number): HttpResponse {
  const body = decodeBody(Buffer.from(json, 'latin1'), 'application/json');
  return { status, headers: new Headers(), body };
}

describe('decodeEnvelope', () => {
  it('gives back the data of a success, unknown fields and all', () => {
    const data = { records: [{ id: '1', colour: null }], more: true };
    const body = { code: 0, message: 'success', data, trace: 'x' };
    assert.deepEqual(decodeEnvelope(response(body), secrets), data);
  });

  for (const body of [
    { code: 0, message: null, data: null },
    { code: 0, data: null },
    { code: 0 },
  ]) {
    it(`tolerates ${JSON.stringify(body)}`, () => {
      assert.equal(decodeEnvelope(response(body), secrets) ?? undefined, undefined);
    });
  }

  it('takes a code other than 0 for a failure whatever the status says', () => {
    for (const status of [200, 400, 500]) {
      const body = { code: 4711, message: 'No such\nlabel', data: {} };
      assert.throws(
        () => decodeEnvelope(response(body, status), secrets),
        (error) =>
          error instanceof ApiError &&
          error.envelopeCode === 4711 &&
          error.serverMessage === 'No such label' &&
          error.httpStatus === status,
      );
    }
  });

  it('reads the code of a failure whose message is not text', () => {
    for (const message of [{ en: 'No' }, ['No'], 42, true]) {
      assert.throws(
        () => decodeEnvelope(response({ code: 4711, message }), secrets),
        (error) =>
          error instanceof ApiError &&
          error.envelopeCode === 4711 &&
          error.message === 'The service refused the request (code 4711).',
      );
    }
  });

  it('reads the data of a success whose message is not text', () => {
    assert.equal(decodeEnvelope(response({ code: 0, message: {}, data: 'x' }), secrets), 'x');
  });

  it('keeps what the service says of a label code', () => {
    const message = 'Label code: PROBATION-00001 already exists';
    assert.throws(
      () => decodeEnvelope(response({ code: 4711, message }), secrets),
      (error) => error instanceof ApiError && error.serverMessage === message,
    );
  });

  it('takes a status that is none of success for a failure whatever the body says', () => {
    for (const status of [301, 302, 403, 404, 500]) {
      for (const body of [{ code: 0, message: 'success', data: {} }, '', '<html></html>']) {
        assert.throws(() => decodeEnvelope(response(body, status), secrets), ApiError);
      }
    }
  });

  it('names where a redirect leads, without its query', () => {
    const location = `https://new.example.com:8443/api/v2/label/list?token=${secret}`;
    for (const status of [301, 302, 303, 307, 308]) {
      assert.throws(
        () => decodeEnvelope(response('', status, { location }), secrets),
        /The service has moved to https:\/\/new\.example\.com:8443\/api\/v2\/label\/list, or/,
      );
    }
    for (const [status, target] of [
      [302, ''],
      [302, '/login'],
      [404, location],
    ] as const) {
      assert.throws(
        () => decodeEnvelope(response('', status, { location: target }), secrets),
        new RegExp(`answered with HTTP status ${status}`),
      );
    }
  });

  it('reads how long to wait from an answer with status 429', () => {
    assert.throws(
      () => decodeEnvelope(response('', 429, { 'retry-after': '7' }), secrets),
      (error) => error instanceof RateLimitedError && error.retryAfterSeconds === 7,
    );
  });

  const noEnvelopes = [
    { body: '', detail: 'not JSON, perhaps a web page' },
    { body: '<html>Log in</html>', detail: 'not JSON, perhaps a web page' },
    { body: '{"code":0,"data":', detail: 'JSON' },
    { body: '[]', detail: 'JSON' },
    { body: 'null', detail: 'JSON' },
    { body: '"x"', detail: 'JSON' },
    { body: '1', detail: 'JSON' },
    { body: {}, detail: 'code' },
  ];
  for (const { body, detail } of noEnvelopes) {
    it(`takes ${JSON.stringify(body)} for no envelope`, () => {
      assert.throws(
        () => decodeEnvelope(response(body), secrets),
        (error) => error instanceof ResponseSchemaError && error.detail === detail,
      );
    });
  }

  it('reads a code that is a text', () => {
    assert.deepEqual(decodeEnvelope(response({ code: '0', data: { x: 1 } }), secrets), { x: 1 });
    assert.throws(
      () => decodeEnvelope(response({ code: '40001', message: 'No' }), secrets),
      (error) => error instanceof ApiError && error.envelopeCode === 40_001,
    );
    assert.throws(() => decodeEnvelope(response({ code: '0', data: {} }, 500), secrets), ApiError);
  });

  it('gives nothing back of what cannot be decoded, and names the charset', () => {
    for (const json of [
      '{"code":0,"data":{"labelName":"Müller"}}',
      '{"code":"0","message":"Geändert","data":{}}',
      '{"code":0,"data":"ü',
      'ü',
    ]) {
      assert.throws(
        () => decodeEnvelope(undecodable(json, 200), secrets),
        (error) =>
          error instanceof ResponseSchemaError && error.detail === 'not text in the charset utf-8',
      );
    }
  });

  it('reads the code and the status of a failure whose message cannot be decoded', () => {
    for (const status of [200, 400, 500]) {
      assert.throws(
        () =>
          decodeEnvelope(undecodable('{"code":4711,"message":"Müller fehlt"}', status), secrets),
        (error) => error instanceof ApiError && error.envelopeCode === 4711,
      );
    }
    assert.throws(
      () => decodeEnvelope(undecodable('<p>Später</p>', 429), secrets),
      RateLimitedError,
    );
    assert.throws(
      () => decodeEnvelope(undecodable('<p>Später</p>', 503), secrets),
      (error) => error instanceof ApiError && error.httpStatus === 503,
    );
  });

  it('does not take a code that is no whole number', () => {
    for (const code of ['', '0.5', 'A0001', 0.5, null, true, [0]]) {
      assert.throws(
        () => decodeEnvelope(response({ code, data: {} }), secrets),
        ResponseSchemaError,
      );
    }
  });

  it('throws nothing but errors of the family, and shows no secret', () => {
    const text = fc.oneof(fc.string(), fc.constant(secret), fc.constant(`token ${secret}!`));
    const wild = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          code: fc.oneof(fc.integer(), text),
          message: fc.oneof(text, fc.constant(null)),
          data: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    );
    const body = fc.oneof(
      text,
      wild.map((value) => JSON.stringify(value)),
      // Cut anywhere.
      fc.tuple(wild, fc.nat(40)).map(([value, end]) => JSON.stringify(value).slice(0, end)),
    );
    fc.assert(
      fc.property(body, fc.integer({ min: 200, max: 599 }), (candidate, status) => {
        try {
          decodeEnvelope(response(candidate, status), secrets);
        } catch (error) {
          assert.ok(error instanceof AppError, String(error));
          assert.ok(!`${error.message} ${JSON.stringify(error)}`.includes(secret));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
