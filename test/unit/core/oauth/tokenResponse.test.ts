import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  lifetimeOf,
  refreshResponseSchema,
  tokenResponseSchema,
} from '../../../../src/core/oauth/tokenResponse.ts';
import { parseExactJson } from '../../../../src/core/text/exactJson.ts';

const wire = {
  access_token: 'access',
  token_type: 'bearer',
  refresh_token: 'refresh',
  expires_in: 1800,
  scope: 'tag,people',
  tenant_id: 'tenant',
  user_id: 'user',
  jti: '00000000-0000-0000-0000-000000000000',
};

describe('tokenResponseSchema', () => {
  it('reads the documented response (docs/interface.md, section 2.3)', () => {
    assert.deepEqual(tokenResponseSchema.parse(wire), {
      accessToken: 'access',
      refreshToken: 'refresh',
      expiresIn: 1800,
      scopes: ['tag', 'people'],
      tenantId: 'tenant',
      userId: 'user',
    });
  });

  it('tolerates what a server may leave out or write differently', () => {
    const { refresh_token: _, scope: __, jti: ___, ...rest } = wire;
    const response = tokenResponseSchema.parse({
      ...rest,
      token_type: 'Bearer',
      expires_in: '1800',
      future: {},
    });
    assert.equal(response.refreshToken, undefined);
    assert.equal(response.scopes, undefined);
    assert.equal(response.expiresIn, 1800);
    assert.equal(tokenResponseSchema.parse({ ...wire, scope: null }).scopes, undefined);
    assert.deepEqual(tokenResponseSchema.parse({ ...wire, scope: 'tag people' }).scopes, [
      'tag',
      'people',
    ]);
  });

  it('refuses a token of excessive length, and keeps the other one of a refresh', () => {
    const long = 'x'.repeat(8_000_000);
    assert.ok(!tokenResponseSchema.safeParse({ ...wire, access_token: long }).success);
    assert.ok(!tokenResponseSchema.safeParse({ ...wire, refresh_token: long }).success);
    const { accessToken, refreshToken } = refreshResponseSchema.parse({
      ...wire,
      access_token: long,
    });
    assert.deepEqual([accessToken, refreshToken], [undefined, 'refresh']);
  });

  it('takes no remaining lifetime for a short one', () => {
    for (const expires_in of [0, '0', 0.4]) {
      assert.equal(tokenResponseSchema.parse({ ...wire, expires_in }).expiresIn, 1);
    }
  });

  it('reads a lifetime with a fraction, and identifiers that are numbers', () => {
    for (const [json, expected] of [
      ['{"expires_in":"1799.5"}', { expiresIn: 1799.5 }],
      ['{"expires_in":1799.50}', { expiresIn: 1799.5 }],
      ['{"expires_in":1799.5}', { expiresIn: 1799.5 }],
      ['{"tenant_id":9007199254740993}', { tenantId: '9007199254740993' }],
      ['{"user_id":42}', { userId: '42' }],
    ] as const) {
      const answer: unknown = Object.assign({ ...wire }, parseExactJson(json));
      for (const schema of [tokenResponseSchema, refreshResponseSchema]) {
        assert.deepEqual(schema.parse(answer), { ...tokenResponseSchema.parse(wire), ...expected });
      }
    }
  });

  it('takes only what has the form of a scope for one, and reads the tokens all the same', () => {
    for (const scope of [
      'tag "x\\y" 标签 people\u0007 leave',
      ['tag', 'a b', '', '\u202Ex', 'leave'],
    ]) {
      assert.deepEqual(tokenResponseSchema.parse({ ...wire, scope }).scopes, ['tag', 'leave']);
      assert.deepEqual(refreshResponseSchema.parse({ ...wire, scope }).scopes, ['tag', 'leave']);
    }
    for (const scope of ['标签', ['"']]) {
      assert.equal(tokenResponseSchema.parse({ ...wire, scope }).scopes, undefined);
    }
    assert.deepEqual(tokenResponseSchema.parse({ ...wire, scope: '' }).scopes, []);
  });

  it('reads scopes that are a list, and fields inside an envelope', () => {
    const data = { ...wire, scope: ['tag', 'people'] };
    assert.deepEqual(tokenResponseSchema.parse({ code: 0, data }), tokenResponseSchema.parse(wire));
  });

  for (const [name, change] of Object.entries({
    'an empty access token': { access_token: '' },
    'an access token that does not fit a header': { access_token: 'a\r\nb' },
    'another token type': { token_type: 'mac' },
    'an empty refresh token': { refresh_token: '' },
    'a negative lifetime': { expires_in: -1 },
    'a lifetime that is no number': { expires_in: 'soon' },
    'no tenant': { tenant_id: undefined },
    'an empty user': { user_id: '' },
  })) {
    it(`refuses ${name}`, () => {
      assert.ok(!tokenResponseSchema.safeParse({ ...wire, ...change }).success);
    });
  }

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        tokenResponseSchema.safeParse(value);
      }),
    );
  });
});

describe('lifetimeOf', () => {
  const now = Date.UTC(2026, 6, 1);
  const seconds = now / 1000;

  for (const [expiresIn, lifetime] of [
    [1800, 1800],
    [0.5, 1],
    [30 * 86_400, 30 * 86_400],
    // Some services mean "never" by these.
    [10 * 365 * 86_400, 10 * 365 * 86_400],
    [50 * 365 * 86_400, 50 * 365 * 86_400],
    [2 ** 31 - 1, 2 ** 31 - 1],
    // The moment of the end.
    [seconds + 1800, 1800],
    [now + 1_800_000, 1800],
    [now + 500, 1],
    // The clocks differ.
    [seconds - 60, 1],
    [now - 60_000, 1],
  ] as const) {
    it(`takes ${expiresIn} for ${lifetime} s`, () => {
      assert.equal(lifetimeOf(expiresIn, now), lifetime);
    });
  }
});

describe('refreshResponseSchema', () => {
  it('reads the response of a refresh (docs/interface.md, section 2.3)', () => {
    assert.deepEqual(refreshResponseSchema.parse(wire), tokenResponseSchema.parse(wire));
  });

  it('needs one of the tokens, and takes what else is odd for not sent', () => {
    const odd = { expires_in: 'soon', scope: 7, tenant_id: '', user_id: null, refresh_token: 1 };
    for (const rest of [{}, odd]) {
      assert.deepEqual(refreshResponseSchema.parse({ access_token: 'access', ...rest }), {
        accessToken: 'access',
        refreshToken: undefined,
        expiresIn: undefined,
        scopes: undefined,
        tenantId: undefined,
        userId: undefined,
      });
    }
    for (const access_token of ['', 'a b', undefined, null, 1]) {
      const response = refreshResponseSchema.parse({ ...wire, access_token });
      assert.equal(response.accessToken, undefined);
      assert.equal(response.refreshToken, 'refresh');
      for (const refresh_token of ['', null, undefined]) {
        const answer = { ...wire, access_token, refresh_token };
        assert.ok(!refreshResponseSchema.safeParse(answer).success);
      }
    }
  });
});
