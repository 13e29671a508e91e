import assert from 'node:assert/strict';
import { retryAfterSeconds } from '../../../../src/core/api/retryAfterHeader.ts';

describe('retryAfterSeconds', () => {
  /** The moment of RFC 9110's own examples. */
  const moment = Date.UTC(1994, 10, 6, 8, 49, 37);
  const date = 'Sun, 06 Nov 1994 08:49:07 GMT';

  const cases: readonly (readonly [string | undefined, number | undefined])[] = [
    [undefined, undefined],
    ['30', 30],
    ['0', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['1000000000', 1_000_000_000],
    ['9'.repeat(400), 2 ** 31],
    ['soon', undefined],
  ];
  for (const [value, expected] of cases) {
    it(`reads ${value ?? 'a missing header'}`, () => {
      const headers = new Headers(value === undefined ? {} : { 'retry-after': value });
      assert.equal(retryAfterSeconds(headers), expected);
    });
  }

  for (const value of [
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ]) {
    it(`reads the date ${value}, by the clock of the service`, () => {
      assert.equal(retryAfterSeconds(new Headers({ 'retry-after': value, date })), 30);
    });

    it(`reads the date ${value}, by the clock of this machine if the service shows none`, () => {
      const headers = new Headers({ 'retry-after': value });
      assert.equal(retryAfterSeconds(headers, moment - 1500), 2);
      assert.equal(retryAfterSeconds(headers, moment + 60_000), 0);
    });
  }

  for (const value of [
    'Sun, 31 Feb 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 25:49:37 GMT',
    'Sun, 06 Now 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 +0200',
    '1994-11-06T08:49:37Z',
  ]) {
    it(`does not guess what ${value} means`, () => {
      assert.equal(retryAfterSeconds(new Headers({ 'retry-after': value, date })), undefined);
    });
  }
});
