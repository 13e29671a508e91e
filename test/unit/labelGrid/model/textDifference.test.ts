import assert from 'node:assert/strict';
import { textDifference } from '../../../../src/labelGrid/model/textDifference.ts';

describe('The difference between two texts in a narrow place', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['Works council', 'Works council (elected)', 'Works council[| (elected)]'],
    ['Tariff 2025', 'Tariff 2026', 'Tariff 202[5|6]'],
    // Equal letters by chance.
    ['Active (1)', 'Archived (3)', '[Active (1)|Archived (3)]'],
    ['', 'New', '[|New]'],
    ['Old', '', '[Old|]'],
    [
      'A name that is long before the change',
      'A name that is long before the chance',
      '…ore the chan[g|c]e',
    ],
    ['😀 12345', '😁 12345', '[😀|😁] 12345'],
  ];
  for (const [before, after, shown] of rows) {
    it(`${before} → ${after}`, () => {
      const { added, end, removed, start } = textDifference(before, after, () => false);
      assert.equal(`${start}[${removed}|${added}]${end}`, shown);
    });
  }

  const wideRows: readonly (readonly [number, string])[] = [
    [102, 'A name that is long before the chan[g|c]e of one letter'],
    [76, '… long before the chan[g|c]e of one letter'],
    [60, '…fore the chan[g|c]e of one lett…'],
    [10, '…ore the chan[g|c]e of one let…'],
  ];
  for (const [room, shown] of wideRows) {
    it(`has as much of the equal text beside it as fits into ${room} characters`, () => {
      const before = 'A name that is long before the change of one letter';
      const after = before.replace('change', 'chance');
      const { added, end, removed, start } = textDifference(
        before,
        after,
        (one, other) => one.length + other.length <= room,
      );
      assert.equal(`${start}[${removed}|${added}]${end}`, shown);
    });
  }
});
