import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { accountOf } from '../../../../src/core/account/account.ts';
import {
  isTableId,
  parseTableUri,
  tableScheme,
  tableTitle,
  tableUriParts,
  type TableAddress,
} from '../../../../src/core/account/tableAddress.ts';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';

const accountId = accountOf(parseBaseUrl('https://example.com'), 'tenant', 'user').id;
const tableId: string = '0b7f7a58-3d1c-4b7e-9a63-2a1c6a7b8c9d';

function address(): TableAddress {
  assert.ok(isTableId(tableId));
  return { accountId, tableId };
}

describe('address of a table', () => {
  it('shows the account and the title, and tells by the query which table it is', () => {
    const parts = tableUriParts(address(), 'acme · admin', 'All labels');
    assert.deepEqual(parts, {
      scheme: tableScheme,
      path: '/acme · admin/All labels.workforce-label-table',
      query: `account=${accountId}&table=${tableId}`,
    });
    assert.equal(tableTitle(parts), 'All labels');
  });

  it('is read back, whatever the account and the title hold', () => {
    const text = fc.string({ unit: 'binary', maxLength: 80 });
    fc.assert(
      fc.property(text, text, (account, title) => {
        assert.deepEqual(parseTableUri(tableUriParts(address(), account, title)), address());
      }),
    );
  });

  it('is none with another scheme, path or query', () => {
    const parts = tableUriParts(address(), 'acme', 'All labels');
    const others = [
      { ...parts, scheme: 'workforce-label' },
      { ...parts, path: '/acme/All labels.workforce-label' },
      { ...parts, path: `/acme${parts.path}` },
      { ...parts, path: '/acme/../All labels.workforce-label-table' },
      { ...parts, query: `account=${accountId}` },
      { ...parts, query: `${parts.query}&label=17` },
      { ...parts, query: `account=${accountId}&table=..%2F..%2Fetc` },
    ];
    for (const other of others) {
      assert.equal(parseTableUri(other), undefined, JSON.stringify(other));
    }
  });
});
