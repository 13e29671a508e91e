import assert from 'node:assert/strict';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';
import { ConfigurationError } from '../../../../src/core/errors/configurationError.ts';
import { parseConnection } from '../../../../src/core/connections/connection.ts';
import {
  redirectFlowOf,
  type RedirectFlow,
} from '../../../../src/core/connections/redirectFlow.ts';

const ownCallback = 'vscode-insiders://workforce-tools.workforce-labels/callback';
const entry = { name: 'Test', baseUrl: 'https://hr.example.com/', clientId: 'app' };

describe('parseConnection', () => {
  it('reads what is needed, and fills in the rest', () => {
    const connection = { ...entry, redirectUri: '', scopes: [], unknown: 1 };
    assert.deepEqual(parseConnection(connection, ownCallback), {
      name: 'Test',
      baseUrl: 'https://hr.example.com',
      clientId: 'app',
      redirectUri: undefined,
      scopes: ['tag'],
    });
  });

  it('keeps redirect URI and scopes as they are', () => {
    const redirectUri = 'https://relay.example.com/Back?x=1';
    const scopes = ['people', 'tag'];
    const connection = parseConnection({ ...entry, redirectUri, scopes }, ownCallback);
    assert.equal(connection.redirectUri, redirectUri);
    assert.deepEqual(connection.scopes, scopes);
  });

  it('names the fields that are missing or wrong', () => {
    assert.throws(
      () => parseConnection({ name: ' ', baseUrl: 7 }, ownCallback),
      (error) =>
        error instanceof ConfigurationError &&
        ['name', 'baseUrl', 'clientId'].every((field) => error.message.includes(field)),
    );
    for (const value of [null, 'x', [], undefined]) {
      assert.throws(() => parseConnection(value, ownCallback), ConfigurationError);
    }
  });

  it('refuses an address that a token must not be sent to', () => {
    assert.throws(
      () => parseConnection({ ...entry, baseUrl: 'http://hr.example.com' }, ownCallback),
      ConfigurationError,
    );
  });

  it('refuses a redirect URI that nobody comes back from, before anybody signs in', () => {
    assert.throws(
      () => parseConnection({ ...entry, redirectUri: 'ftp://hr.example.com/' }, ownCallback),
      ConfigurationError,
    );
  });
});

describe('redirectFlowOf', () => {
  const baseUrl = parseBaseUrl('https://hr.example.com');
  const flowOf = (redirectUri: string): RedirectFlow =>
    redirectFlowOf({ baseUrl, redirectUri }, ownCallback);

  it('goes to the URI handler by default, and for the address that comes back to this program', () => {
    for (const scheme of ['vscode', 'vscode-insiders', 'vscodium', 'code-oss', 'cursor']) {
      const own = `${scheme}://workforce-tools.workforce-labels/callback`;
      for (const redirectUri of [undefined, own]) {
        assert.deepEqual(redirectFlowOf({ baseUrl, redirectUri }, own), { kind: 'uriHandler' });
      }
    }
  });

  it('listens on loopback', () => {
    for (const [host, expected] of [
      ['127.0.0.1', '127.0.0.1'],
      ['localhost', 'localhost'],
      ['[::1]', '::1'],
    ] as const) {
      assert.deepEqual(flowOf(`http://${host}:53682/a/b`), {
        kind: 'loopback',
        host: expected,
        port: 53_682,
        path: '/a/b',
      });
    }
  });

  it('goes by a relay page for https, and for a page of the service itself', () => {
    const relay = { kind: 'relay' };
    assert.deepEqual(flowOf('https://relay.example.com/'), relay);
    assert.deepEqual(flowOf('https://hr.example.com/relay'), relay);
    const local = parseBaseUrl('http://127.0.0.1:1234');
    const redirectUri = 'http://127.0.0.1:1234/relay';
    assert.deepEqual(redirectFlowOf({ baseUrl: local, redirectUri }, ownCallback), relay);
  });

  for (const redirectUri of [
    'nonsense',
    'http://hr.example.com/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:0/callback',
    'ftp://127.0.0.1:53682/callback',
    'javascript:alert(1)',
    'file:///tmp/x',
    'data:text/html,x',
    'urn:ietf:wg:oauth:2.0:oob',
    'com.example.app:/callback',
    // Of another build of VS Code, of another extension, and of nothing that listens.
    'vscode://workforce-tools.workforce-labels/callback',
    'vscode-insiders://a.b/callback',
    'vscode-insiders://workforce-tools.workforce-labels/other',
    'vscode-insiders://workforce-tools.workforce-labels',
  ]) {
    it(`refuses ${redirectUri}, and says what is allowed`, () => {
      assert.throws(
        () => flowOf(redirectUri),
        (error) =>
          error instanceof ConfigurationError &&
          error.step === 'openSettings' &&
          [ownCallback, 'http://127.0.0.1:PORT/', 'https'].every((form) =>
            error.message.includes(form),
          ),
      );
    });
  }
});
