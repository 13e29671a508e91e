import assert from 'node:assert/strict';
import { parseBaseUrl } from '../../../../src/core/base/baseUrl.ts';
import { ConfigurationError } from '../../../../src/core/base/errors/configurationError.ts';
import { parseConnection, redirectFlowOf } from '../../../../src/core/oauth/connection.ts';

const entry = { name: 'Test', baseUrl: 'https://hr.example.com/', clientId: 'app' };

describe('parseConnection', () => {
  it('reads what is needed, and fills in the rest', () => {
    assert.deepEqual(parseConnection({ ...entry, redirectUri: '', scopes: [], unknown: 1 }), {
      name: 'Test',
      baseUrl: 'https://hr.example.com',
      clientId: 'app',
      redirectUri: undefined,
      scopes: ['tag'],
    });
  });

  it('keeps redirect URI and scopes as they are', () => {
    const redirectUri = 'https://relay.example.com/Back?x=1';
    const connection = parseConnection({ ...entry, redirectUri, scopes: ['people', 'tag'] });
    assert.equal(connection.redirectUri, redirectUri);
    assert.deepEqual(connection.scopes, ['people', 'tag']);
  });

  it('names the fields that are missing or wrong', () => {
    assert.throws(
      () => parseConnection({ name: ' ', baseUrl: 7 }),
      (error) =>
        error instanceof ConfigurationError &&
        ['name', 'baseUrl', 'clientId'].every((field) => error.message.includes(field)),
    );
    for (const value of [null, 'x', [], undefined]) {
      assert.throws(() => parseConnection(value), ConfigurationError);
    }
  });

  it('refuses an address that a token must not be sent to', () => {
    assert.throws(
      () => parseConnection({ ...entry, baseUrl: 'http://hr.example.com' }),
      ConfigurationError,
    );
  });
});

describe('redirectFlowOf', () => {
  const baseUrl = parseBaseUrl('https://hr.example.com');

  it('goes to the URI handler by default and for a scheme of VS Code', () => {
    const schemes = ['vscode', 'vscode-insiders', 'vscodium', 'cursor'];
    for (const uri of [undefined, ...schemes.map((scheme) => `${scheme}://a.b/callback`)]) {
      assert.deepEqual(redirectFlowOf({ baseUrl, redirectUri: uri }), { kind: 'uriHandler' });
    }
  });

  it('listens on loopback', () => {
    for (const [host, expected] of [
      ['127.0.0.1', '127.0.0.1'],
      ['localhost', 'localhost'],
      ['[::1]', '::1'],
    ] as const) {
      assert.deepEqual(redirectFlowOf({ baseUrl, redirectUri: `http://${host}:53682/a/b` }), {
        kind: 'loopback',
        host: expected,
        port: 53_682,
        path: '/a/b',
      });
    }
  });

  it('goes by a relay page for https, and for a page of the service itself', () => {
    const relay = { kind: 'relay' };
    assert.deepEqual(redirectFlowOf({ baseUrl, redirectUri: 'https://relay.example.com/' }), relay);
    const local = parseBaseUrl('http://127.0.0.1:1234');
    const redirectUri = 'http://127.0.0.1:1234/relay';
    assert.deepEqual(redirectFlowOf({ baseUrl: local, redirectUri }), relay);
  });

  for (const redirectUri of [
    'nonsense',
    'http://hr.example.com/callback',
    'http://127.0.0.1/callback',
    'javascript:alert(1)',
    'file:///tmp/x',
    'data:text/html,x',
  ]) {
    it(`refuses ${redirectUri}`, () => {
      assert.throws(() => redirectFlowOf({ baseUrl, redirectUri }), ConfigurationError);
    });
  }
});
