import assert from 'node:assert/strict';
import { appOf, connectionOf, draftOf } from '../../../src/connections/connectionDraft.ts';

const entry = {
  name: ' Production ',
  baseUrl: 'https://hr.example.com/',
  clientId: 'app',
  redirectUri: 'https://relay.example.com/',
  scopes: ['people', 'a-scope-of-its-own'],
  readOnly: true,
  color: 'charts.red',
};

describe('a draft of a connection', () => {
  it('holds what an entry of the setting says, scopes that are not documented too', () => {
    const draft = draftOf(entry);
    assert.deepEqual(connectionOf(draft), {
      ...entry,
      name: 'Production',
      baseUrl: 'https://hr.example.com',
    });
    assert.deepEqual(appOf(draft), { baseUrl: 'https://hr.example.com', clientId: 'app' });
    assert.equal(draft.clientSecret, '');
  });

  it('keeps what is right in an entry that cannot be used', () => {
    const { baseUrl, clientId, name, redirectUri, scopes } = draftOf({
      ...entry,
      name: 5,
      redirectUri: null,
      scopes: [],
    });
    assert.deepEqual(
      [name, baseUrl, clientId, redirectUri, scopes],
      ['', entry.baseUrl, 'app', '', ['tag']],
    );
    for (const nonsense of [null, 'text', undefined, []]) {
      assert.equal(draftOf(nonsense).name, '');
    }
  });

  it('keeps in doubt that nothing may be changed, and drops a colour that is none', () => {
    const readOnlyAs = (readOnly: unknown): boolean =>
      connectionOf(draftOf({ ...entry, readOnly })).readOnly;
    assert.deepEqual([undefined, null, false, 'yes', 1].map(readOnlyAs), [
      false,
      false,
      false,
      true,
      true,
    ]);
    assert.equal(connectionOf(draftOf({ ...entry, color: 'url(x)' })).color, undefined);
  });

  it('leads to no app without a client ID and a base URL', () => {
    assert.equal(appOf(draftOf({ ...entry, clientId: ' ' })), undefined);
    assert.equal(appOf(draftOf({ ...entry, baseUrl: 'http://hr.example.com' })), undefined);
  });
});
