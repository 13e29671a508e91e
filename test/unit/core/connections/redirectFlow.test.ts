import assert from 'node:assert/strict';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';
import {
  redirectFlowOf,
  type RedirectFlow,
} from '../../../../src/core/connections/redirectFlow.ts';
import { ConfigurationError } from '../../../../src/core/errors/configurationError.ts';

const ownCallback = 'vscode-insiders://workforce-tools.workforce-labels/callback';

describe('redirectFlowOf', () => {
  const baseUrl = parseBaseUrl('https://hr.example.com');
  const flowOf = (redirectUri: string): RedirectFlow =>
    redirectFlowOf({ baseUrl, redirectUri }, ownCallback);

  it('goes to the URI handler by default, and for the address that leads to this program', () => {
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
    // Seems to lead to the host that is its user name.
    'https://hr.example.com@evil.example/callback',
    'https://hr.example.com:443@evil.example/callback',
    'https://:x@evil.example/callback',
    'http://hr.example.com@127.0.0.1:53682/callback',
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
