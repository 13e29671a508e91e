import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { comparedPageText } from '../../../src/surfaces/pageText.ts';

/** Returns what the page shows for each of `values`, side by side. */
function shownBesideEachOther(values: readonly string[]): readonly string[] {
  return values.map((value) => comparedPageText(value, values));
}

/** Returns what is seen of a text. */
function seen(text: string): string {
  return text.normalize('NFC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
}

describe('comparedPageText', () => {
  const same = 'x'.repeat(30_000);
  const around = 'x'.repeat(20);

  it('shows the parts that differ where long values would otherwise look the same', () => {
    assert.deepEqual(shownBesideEachOther([`${same}old${same}`, `${same}new!${same}`]), [
      `…${around}old${around}…`,
      `…${around}new!${around}…`,
    ]);
    assert.deepEqual(shownBesideEachOther([same, `${same}!`]), [`…${around}`, `…${around}!`]);
  });

  it('shows all differences of three values', () => {
    assert.deepEqual(shownBesideEachOther([`${same}a${same}c`, `${same}b${same}c`, same]), [
      `…${around}a${'x'.repeat(999)}…`,
      `…${around}b${'x'.repeat(999)}…`,
      `…${around}`,
    ]);
    assert.deepEqual(shownBesideEachOther([same, `${same}y${same}1`, `${same}y${same}2`]), [
      `…${around}`,
      `…${around}y${'x'.repeat(999)}…${around}1`,
      `…${around}y${'x'.repeat(999)}…${around}2`,
    ]);
  });

  it('shows what differs after characters that are shown longer than they are', () => {
    for (const unit of ['e\u0301', '\u200B', '  ', '😀\u{E0041}', '\u00A0']) {
      const long = unit.repeat(10_000);
      const [one, other] = shownBesideEachOther([`${long}1`, `${long}2`]);
      assert.ok(one?.endsWith('1') && other?.endsWith('2'), `${one?.slice(-30)}`);
      const [composed, decomposed] = shownBesideEachOther([
        `${long}\u00E9${same}`,
        `${long}e\u0301${same}`,
      ]);
      assert.ok(composed !== undefined && decomposed !== undefined);
      assert.notEqual(seen(composed), seen(decomposed));
      assert.ok(composed.length <= 20_001 && decomposed.length <= 20_001);
    }
  });

  it('shows values that differ early, or are short, as before', () => {
    assert.deepEqual(shownBesideEachOther([`a${same}1`, `b${same}2`]), [
      `a${'x'.repeat(19_999)}…`,
      `b${'x'.repeat(19_999)}…`,
    ]);
    assert.deepEqual(shownBesideEachOther([same, same]), [
      `${'x'.repeat(20_000)}…`,
      `${'x'.repeat(20_000)}…`,
    ]);
    assert.deepEqual(shownBesideEachOther(['Remote', 'Remote  work']), [
      'Remote',
      String.raw`Remote \u{20}work`,
    ]);
  });

  it('shows different values differently, whatever they are made of', () => {
    const unit = fc.constantFrom(
      'e\u0301',
      '\u00E9',
      ' ',
      '\u200B',
      '😀',
      '😁',
      '…',
      'x',
      '葛',
      '\u{E0100}',
      '\n',
    );
    const piece = fc
      .tuple(fc.string({ unit, maxLength: 3 }), fc.constantFrom(1, 1, 1000, 7000))
      .map(([text, count]) => text.repeat(count));
    const value = fc.array(piece, { maxLength: 2 }).map((pieces) => pieces.join(''));
    const start = fc
      .constantFrom('x', 'e\u0301', '\u200B', '😀')
      .map((text) => text.repeat(20_000));
    fc.assert(
      fc.property(start, fc.array(value, { minLength: 2, maxLength: 3 }), (before, ends) => {
        const values = ends.map((end) => `${before}${end}`);
        const distinct = new Set(shownBesideEachOther(values).map(seen));
        assert.equal(distinct.size, new Set(values).size);
      }),
      { numRuns: 50 },
    );
  });
});
