import assert from 'node:assert/strict';
import { readEnvelopeCodes } from '../../../../src/core/api/envelopeCodes.ts';

describe('readEnvelopeCodes', () => {
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
      assert.deepEqual(readEnvelopeCodes(setting, [401]), codes);
    });
  }
});
