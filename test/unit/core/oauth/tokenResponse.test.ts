import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { tokenResponseSchema } from '../../../../src/core/oauth/tokenResponse.ts';

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

  for (const [name, change] of Object.entries({
    'an empty access token': { access_token: '' },
    'an access token that does not fit a header': { access_token: 'a\r\nb' },
    'another token type': { token_type: 'mac' },
    'an empty refresh token': { refresh_token: '' },
    'a lifetime of 0': { expires_in: 0 },
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
