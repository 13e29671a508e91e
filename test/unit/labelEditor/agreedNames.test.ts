import assert from 'node:assert/strict';
import { accountOf } from '../../../src/core/account/account.ts';
import { parseBaseUrl } from '../../../src/core/connections/parseBaseUrl.ts';
import { AgreedNames } from '../../../src/labelEditor/agreedNames.ts';

describe('AgreedNames', () => {
  const service = parseBaseUrl('https://hr.example.com');
  const [edited, other] = ['acme-europe', 'acme-asia'].map((tenant) =>
    accountOf(service, tenant, 'hr-administrator'),
  );
  const paths = ['/Test/VIP.workforce-label', 'Other tenant – VIP', '/Asia/VIP.workforce-label'];

  it('end where another account takes a name that they contain, and go on where none does', () => {
    assert.ok(edited !== undefined && other !== undefined);
    // The edited account was called Test when its tab was opened.
    let accounts = [
      { account: edited, pathName: 'Europe' },
      { account: other, pathName: 'Asia' },
    ];
    const names = new AgreedNames(() => accounts);
    const known = (): readonly boolean[] => paths.map((name) => names.has(name));
    assert.deepEqual(known(), [false, false, false]);
    paths.forEach((name) => names.add(name));
    assert.deepEqual(known(), [true, true, true]);
    accounts = accounts.toReversed();
    assert.deepEqual(known(), [true, true, true]);
    accounts = [
      { account: edited, pathName: 'Europe' },
      { account: other, pathName: 'Test' },
    ];
    assert.deepEqual(known(), [false, true, false]);
    accounts = [{ account: edited, pathName: 'Europe' }];
    assert.deepEqual(known(), [true, true, false]);
  });
});
