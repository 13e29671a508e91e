import assert from 'node:assert/strict';
import { parseConnection } from '../../../../src/core/connections/connection.ts';
import { ConfigurationError } from '../../../../src/core/errors/configurationError.ts';

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
      readOnly: false,
      color: undefined,
    });
  });

  it('keeps whether labels may be changed, and the colour', () => {
    const { color, readOnly } = parseConnection(
      { ...entry, readOnly: true, color: 'charts.red' },
      ownCallback,
    );
    assert.deepEqual([readOnly, color], [true, 'charts.red']);
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
    assert.throws(
      () => parseConnection({ ...entry, readOnly: 'true', color: '#ff0000' }, ownCallback),
      /Missing or wrong: readOnly, color/,
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

  it('refuses a redirect URI that leads nowhere, before anybody signs in', () => {
    assert.throws(
      () => parseConnection({ ...entry, redirectUri: 'ftp://hr.example.com/' }, ownCallback),
      ConfigurationError,
    );
  });
});
