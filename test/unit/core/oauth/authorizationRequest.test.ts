import assert from 'node:assert/strict';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';
import { authorizationUrl, createState } from '../../../../src/core/oauth/authorizationRequest.ts';

describe('createState', () => {
  it('is of 256 random bits', () => {
    const states = Array.from({ length: 1000 }, () => createState());
    assert.equal(new Set(states).size, 1000);
    assert.ok(states.every((state) => Buffer.from(state, 'base64url').length === 32));
  });

  it('carries the return address behind a dot', () => {
    const address = 'https://code.example.com/callback?vscode-reqid=1&x=ä';
    const [random, carried, ...more] = createState(address).split('.');
    assert.equal(Buffer.from(random ?? '', 'base64url').length, 32);
    assert.equal(Buffer.from(carried ?? '', 'base64url').toString(), address);
    assert.deepEqual(more, []);
  });
});

describe('authorizationUrl', () => {
  it('has the documented parameters (docs/interface.md, section 4.1) and no others', () => {
    const redirectUri = 'https://relay.example.com/back?a=1&b=2';
    const url = new URL(
      authorizationUrl({
        baseUrl: parseBaseUrl('https://hr.example.com/tenant'),
        clientId: 'a&b',
        scopes: ['tag', 'people_std'],
        redirectUri,
        state: 'x+y/z',
      }),
    );
    assert.equal(url.origin + url.pathname, 'https://hr.example.com/tenant/auth/oauth/authorize');
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      response_type: 'code',
      client_id: 'a&b',
      scope: 'tag,people_std',
      redirect_uri: redirectUri,
      state: 'x+y/z',
    });
  });
});
