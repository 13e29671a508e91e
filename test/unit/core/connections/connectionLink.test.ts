import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connections/connection.ts';
import { parseConnectionLink } from '../../../../src/core/connections/connectionLink.ts';
import { ConfigurationError } from '../../../../src/core/errors/configurationError.ts';
import { RequestError } from '../../../../src/core/errors/requestError.ts';

const ownCallback = 'vscode://workforce-tools.workforce-labels/callback';
const needed = 'name=Acme%20test&baseUrl=https%3A%2F%2Fhr.example.com&clientId=app';

/** Reads a link as it is handed over in a browser, and as on the desktop, where VS Code decodes the query. */
function readBoth(query: string, fragment = ''): readonly (() => Connection)[] {
  return [
    () => parseConnectionLink({ query, fragment }, { isDecoded: false, ownCallback }),
    () =>
      parseConnectionLink(
        { query: decodeURIComponent(query), fragment: decodeURIComponent(fragment) },
        { isDecoded: true, ownCallback },
      ),
  ];
}

describe('a link that adds a connection', () => {
  it('is read as the setting is', () => {
    for (const read of readBoth(needed)) {
      assert.deepEqual(read(), {
        name: 'Acme test',
        baseUrl: 'https://hr.example.com',
        clientId: 'app',
        redirectUri: undefined,
        scopes: ['tag'],
        readOnly: false,
        color: undefined,
      });
    }
  });

  it('may name the redirect URI and the permissions', () => {
    const redirectUri = encodeURIComponent('http://127.0.0.1:53682/callback');
    for (const read of readBoth(`${needed}&redirectUri=${redirectUri}&scopes=tag,people`)) {
      const { redirectUri: own, scopes } = read();
      assert.deepEqual([own, scopes], ['http://127.0.0.1:53682/callback', ['tag', 'people']]);
    }
  });

  it('names the same service with the dot of the root domain as without', () => {
    for (const [address, expected] of [
      ['https://hr.example.com.', 'https://hr.example.com'],
      ['https://hr.example.com../', 'https://hr.example.com'],
      ['https://hr.example.com。:8443/a./', 'https://hr.example.com:8443/a.'],
      ['http://localhost.:1', 'http://localhost:1'],
    ] as const) {
      for (const read of readBoth(
        needed.replace('https%3A%2F%2Fhr.example.com', encodeURIComponent(address)),
      )) {
        assert.equal(read().baseUrl, expected);
      }
    }
  });

  it('may have texts with the joiners of Persian and of emoji, but no invisible ones', () => {
    for (const name of ['می\u200Cخواهم', 'क्\u200Dष', '👩\u200D🚀', '☎\uFE0F 1']) {
      for (const read of readBoth(needed.replace('Acme', encodeURIComponent(name)))) {
        assert.equal(read().name, `${name} test`);
      }
    }
    for (const name of [
      'Ac\u200Cme',
      'Ac\u200Dme',
      '👩\u200Da',
      'A\u2068ب\u2069',
      'a\tb',
      'A\u3164',
    ]) {
      for (const read of readBoth(needed.replace('Acme', encodeURIComponent(name)))) {
        assert.throws(read, RequestError, JSON.stringify(name));
      }
    }
  });

  it('may protect the labels, or not', () => {
    for (const value of ['true', 'false']) {
      for (const read of readBoth(`${needed}&readOnly=${value}`)) {
        assert.equal(read().readOnly, value === 'true');
      }
    }
  });

  const secrets = ['clientSecret', 'client_secret', 'client-secret', 'secret', 'password'];
  for (const name of [...secrets, 'accessToken', 'app.token']) {
    it(`is refused with a secret, and says so without it: ${name}`, () => {
      for (const read of readBoth(`${needed}&${name}=s3cr3t-value`)) {
        assert.throws(
          read,
          (error) =>
            error instanceof RequestError &&
            error.message.includes('contains a secret') &&
            !error.message.includes('s3cr3t'),
        );
      }
    });
  }

  const refused: readonly (readonly [string, string])[] = [
    ['one more parameter', `${needed}&color=charts.red`],
    ['a parameter twice', `${needed}&name=Other`],
    ['text that runs backwards', needed.replace('Acme', encodeURIComponent('a\u202Eb'))],
    ['a text without end', needed.replace('app', 'a'.repeat(201))],
  ];
  for (const [what, query] of refused) {
    it(`is refused with ${what}`, () => {
      for (const read of readBoth(query)) {
        assert.throws(read, RequestError);
      }
    });
  }

  it('is refused with a fragment, which may be a secret', () => {
    for (const [fragment, said] of [
      ['section', 'cannot open this link'],
      ['clientSecret=s3cr3t-value', 'contains a secret'],
      ['a=b&client_secret=s3cr3t-value', 'contains a secret'],
    ] as const) {
      for (const read of readBoth(needed, fragment)) {
        assert.throws(
          read,
          (error) =>
            error instanceof RequestError &&
            error.message.includes(said) &&
            !error.message.includes('s3cr3t'),
        );
      }
    }
  });

  const wrong: readonly (readonly [string, string])[] = [
    ['no client ID', 'name=A&baseUrl=https%3A%2F%2Fhr.example.com'],
    ['an address that a token must not be sent to', needed.replace('https', 'http')],
    ['a user name in the address', needed.replace('hr.example', 'user%40hr.example')],
    ['labels that are protected or not', `${needed}&readOnly=yes`],
    ['a redirect URI that leads nowhere', `${needed}&redirectUri=ftp%3A%2F%2Fx`],
    [
      'a redirect URI that seems to lead elsewhere',
      `${needed}&redirectUri=${encodeURIComponent('https://hr.example.com@evil.example/cb')}`,
    ],
  ];
  for (const [what, query] of wrong) {
    it(`is refused as the setting is with ${what}`, () => {
      for (const read of readBoth(query)) {
        assert.throws(read, ConfigurationError);
      }
    });
  }
});
