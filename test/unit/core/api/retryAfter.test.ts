import assert from 'node:assert/strict';
import { retryAfterSeconds } from '../../../../src/core/api/retryAfter.ts';

describe('retryAfterSeconds', () => {
  const cases: readonly (readonly [string | undefined, number | undefined])[] = [
    [undefined, undefined],
    ['30', 30],
    ['0', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['12345678', undefined],
    ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
  ];
  for (const [value, expected] of cases) {
    it(`reads ${value ?? 'a missing header'}`, () => {
      const headers = new Headers(value === undefined ? {} : { 'retry-after': value });
      assert.equal(retryAfterSeconds(headers), expected);
    });
  }
});
