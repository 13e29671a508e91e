import assert from 'node:assert/strict';
import type { LabelFilter } from '../../../../../src/core/labels/list/labelFilter.ts';
import { parseLabelFilter } from '../../../../../src/core/labels/list/labelFilterText.ts';

describe('parseLabelFilter', () => {
  const names = new Map([
    [0, 'Inactive'],
    [1, 'On leave'],
  ]);
  const filters: Readonly<Record<string, LabelFilter>> = {
    '': {},
    '  night   shift ': { q: 'night shift' },
    'code:A1': { labelCode: 'A1' },
    'CODE:A1 Name:"Night shift" status:-1': {
      labelCode: 'A1',
      labelName: 'Night shift',
      labelStatus: -1,
    },
    'spring code:A1 summer': { labelCode: 'A1', q: 'spring summer' },
    'status:inactive': { labelStatus: 0 },
    'status:"on leave" x': { labelStatus: 1, q: 'x' },
    'status:unknown': { q: 'status:unknown' },
    'status:1.5': { q: 'status:1.5' },
    'status:99999999999999999999': { q: 'status:99999999999999999999' },
    'code: name:""': {},
    'code:A code:B': { labelCode: 'B' },
    'http://x "two words"': { q: 'http://x two words' },
    'ort:München 東京': { q: 'ort:München 東京' },
    '"never closed': { q: '"never closed' },
  };
  for (const [line, filter] of Object.entries(filters)) {
    it(`reads ${line === '' ? 'nothing' : line}`, () => {
      assert.deepEqual(parseLabelFilter(line, names), filter);
    });
  }
});
