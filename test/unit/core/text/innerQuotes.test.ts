import assert from 'node:assert/strict';
import { innerQuotes } from '../../../../src/core/text/innerQuotes.ts';

describe('innerQuotes', () => {
  const titles: readonly (readonly [title: string, quoted: string])[] = [
    ['Replace “Part-time” with “Half-time” (Name)', 'Replace ‘Part-time’ with ‘Half-time’ (Name)'],
    ['„Teilzeit“ durch „Halbtags“ ersetzen', '‚Teilzeit‘ durch ‚Halbtags‘ ersetzen'],
    ['Remplacer « Partiel » par « Plein »', 'Remplacer ‹ Partiel › par ‹ Plein ›'],
    ['「準社員」を「正社員」に置換', '『準社員』を『正社員』に置換'],
    ['Set Status: Closed (11)', 'Set Status: Closed (11)'],
  ];
  for (const [title, quoted] of titles) {
    it(`makes the quotation marks of a title those of a quotation within another one: ${title}`, () => {
      assert.equal(innerQuotes(title), quoted);
    });
  }
});
