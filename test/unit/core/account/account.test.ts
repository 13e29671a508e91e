import assert from 'node:assert/strict';
import { accountOf, isAccountId } from '../../../../src/core/account/account.ts';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';

describe('accountOf', () => {
  const here = parseBaseUrl('https://hr.example.com');
  const there = parseBaseUrl('https://test.example.com');

  it('keeps services, tenants and users apart, wherever one name ends and the next begins', () => {
    const accounts = [
      accountOf(here, 'a', 'b'),
      accountOf(there, 'a', 'b'),
      accountOf(here, 'b', 'a'),
      accountOf(here, 'ab', ''),
      accountOf(here, '', 'ab'),
      accountOf(here, 'a","b', ''),
    ];
    assert.equal(new Set(accounts.map(({ id }) => id)).size, accounts.length);
    assert.ok(accounts.every(({ id }) => isAccountId(id)));
  });

  it('gives the same id to the same account', () => {
    assert.equal(accountOf(here, 'a', 'b').id, accountOf(here, 'a', 'b').id);
  });
});
