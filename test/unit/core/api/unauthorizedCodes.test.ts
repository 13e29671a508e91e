import assert from 'node:assert/strict';
import { readUnauthorizedCodes } from '../../../../src/core/api/unauthorizedCodes.ts';

describe('readUnauthorizedCodes', () => {
  for (const [setting, codes] of [
    [
      [401, 40101],
      [401, 40101],
    ],
    [
      [401, '403', null, 1.5, 402],
      [401, 402],
    ],
    [['403'], [401]],
    ['401', [401]],
    [undefined, [401]],
    [[], []],
  ] as const) {
    it(`takes ${JSON.stringify(setting) ?? 'nothing'} for ${JSON.stringify(codes)}`, () => {
      assert.deepEqual(readUnauthorizedCodes(setting), codes);
    });
  }
});
