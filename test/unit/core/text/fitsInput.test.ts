import assert from 'node:assert/strict';
import { fitsInput } from '../../../../src/core/text/fitsInput.ts';

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';
const england = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';

describe('A text for an input', () => {
  for (const [what, text] of [
    ['is long', 'Works council member '.repeat(1000)],
    ['has long emoji', (family + england).repeat(200)],
    ['has the marks of a Tibetan stack', '\u0F67\u0FB7\u0FA8\u0F72\u0F7E\u0F83'.repeat(300)],
    ['has the marks of decomposed Vietnamese', 'e\u0323\u0302'.repeat(1000)],
    ['has up to a hundred marks on a letter', `a${'\u0301'.repeat(99)}`.repeat(10)],
  ] as const) {
    it(`fits one if it ${what}`, () => assert.equal(fitsInput(text), true));
  }

  for (const [what, piled] of [
    ['marks', '\u0301'],
    ['marks of several kinds', '\u0301\u0323\u0489\u20DD'],
    ['variation selectors', '\uFE0F'],
    ['tags', '\u{E0061}'],
    ['joined emoji', '\u{1F468}\u200D'],
  ] as const) {
    it(`does not fit one with hundreds of ${what} in one character`, () => {
      assert.equal(fitsInput(`Label \u{1F3F4}${piled.repeat(200)}`), false);
      assert.equal(fitsInput(`${'Words '.repeat(50)}a${piled.repeat(200)} end`), false);
    });
  }
});
