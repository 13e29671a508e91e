import assert from 'node:assert/strict';
import type { LabelFilter } from '../../../../../src/core/labels/list/labelCriteria.ts';
import {
  filterExamples,
  parseLabelFilter,
} from '../../../../../src/core/labels/list/labelFilterText.ts';

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
    'status:1 status:2': { statuses: [1, 2] },
    'status:1 status:1': { labelStatus: 1 },
    'status:1 status:2 status:Inactive night': { statuses: [1, 2, 0], q: 'night' },
    'status：２': { labelStatus: 2 },
    'updated:7d': { changed: '7d' },
    'updated:2026-11-01': { changed: '2026-11-01' },
    '-berlin': { without: ['berlin'] },
    'night -berlin -"São Paulo"': { q: 'night', without: ['berlin', 'São Paulo'] },
    // As it is remembered: with spaces around it, it would be another one after a restart, or none.
    '-" berlin " -" "': { without: ['berlin'], q: '-' },
    'name:“Twin one”': { labelName: 'Twin one' },
    'name:„Twin one“ code:«A 1»': { labelName: 'Twin one', labelCode: 'A 1' },
    '「夜勤 A」': { q: '夜勤 A' },
    'empty:name empty:code': { empty: ['labelName', 'labelCode'] },
    'name:""': { empty: ['labelName'] },
    'status:""': { empty: ['labelStatus'] },
    'http://x "two words"': { q: 'http://x two words' },
    '"ort:München" 12:30': { q: 'ort:München 12:30' },
    'München - 東京': { q: 'München - 東京' },
  };
  for (const [line, filter] of Object.entries(filters)) {
    it(`reads ${line === '' ? 'nothing' : line}`, () => {
      assert.deepEqual(parseLabelFilter(line, names), { kind: 'filter', filter });
    });
  }

  const refusals: Readonly<Record<string, RegExp>> = {
    'status:unknown': /No status is called “unknown”/,
    'status:1.5': /No status is called “1.5”/,
    'status:99999999999999999999': /No status/,
    'code:A code:B': /only once/,
    'updated:7d updated:2d': /only once/,
    'updated:soon': /7d, 12h, 2w or 2026-11-01/,
    'updated:2026-13-45': /Type a time/,
    'ort:München': /no criterion “ort”/,
    '-status:1': /cannot be used with “status:”/,
    'code: x': /Type a value after “code:”/,
    'empty:city': /“city” is not a field/,
    '"never closed': /closing quotation mark is missing/,
    'name:“never closed': /closing quotation mark is missing/,
  };
  for (const [line, problem] of Object.entries(refusals)) {
    it(`refuses ${line}`, () => {
      const parsed = parseLabelFilter(line, names);
      assert.ok(parsed.kind === 'refused', JSON.stringify(parsed));
      assert.match(parsed.problem, problem);
    });
  }

  it('reads each example that is shown', () => {
    for (const example of filterExamples().split('   ')) {
      assert.equal(parseLabelFilter(example, names).kind, 'filter', example);
    }
  });

  it('refuses a line that nobody types', () => {
    const parsed = parseLabelFilter('-b '.repeat(1_000_000), names);
    assert.ok(parsed.kind === 'refused');
    assert.match(parsed.problem, /too long/);
  });
});
