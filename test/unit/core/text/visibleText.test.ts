import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { surfaceText } from '../../../../src/core/text/surfaceText.ts';
import { quotedComparedText, unquoted } from '../../../../src/core/text/unquoted.ts';
import {
  comparedText,
  invisibleCharactersIn,
  textForModel,
  visibleText,
} from '../../../../src/core/text/visibleText.ts';

/** What is left of a compared value where a page, or what reads it aloud, takes runs of spaces together. */
function asRead(value: string, other: string): string {
  const shown = surfaceText('dialogDetail', [comparedText(value, [other])]).normalize('NFC');
  const seen = shown.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return seen.replaceAll(/ +/g, ' ').replaceAll(/^ | $/g, '');
}

describe('visibleText', () => {
  it('leaves text alone that everybody can see', () => {
    for (const text of [
      'Zürich 東京 مرحبا שלום 🙂',
      'a\u00A0b\u202Fc',
      'R&D [2026] $(x) \\u{200b}',
    ]) {
      assert.equal(visibleText(text), text);
    }
  });

  it('escapes what hides words, turns text around, or makes two texts look the same', () => {
    for (const [text, shown] of [
      [`a${String.fromCodePoint(0xe0041)}b`, String.raw`a\u{e0041}b`],
      ['VIP\u200B', String.raw`VIP\u{200b}`],
      ['exe\u202Egnp', String.raw`exe\u{202e}gnp`],
      ['\u2067a\u2069', String.raw`\u{2067}a\u{2069}`],
      ['\u2068a\u2069', String.raw`\u{2068}a\u{2069}`],
      ['a\u200Eb\u200Fc\u061Cd', String.raw`a\u{200e}b\u{200f}c\u{61c}d`],
      ['a\u00ADb\uFEFFc\u2060d', String.raw`a\u{ad}b\u{feff}c\u{2060}d`],
      ['a\u115Fb\u3164c\uFFA0d', String.raw`a\u{115f}b\u{3164}c\u{ffa0}d`],
      ['a\nb\u0000c\u2028d', String.raw`a\u{a}b\u{0}c\u{2028}d`],
      ['a\uD800b\uE000c', String.raw`a\u{d800}b\u{e000}c`],
      ['a\u2800b\u070Fc', String.raw`a\u{2800}b\u{70f}c`],
      [
        'a\u{13430}b\u{1343F}c\u{16FE4}d\u{1D159}e',
        String.raw`a\u{13430}b\u{1343f}c\u{16fe4}d\u{1d159}e`,
      ],
      ['©\u200D® 🚀\u200D🚀', String.raw`©\u{200d}® 🚀\u{200d}🚀`],
      ['1\uFE0F a\u200Db a\u200Cb', String.raw`1\u{fe0f} a\u{200d}b a\u{200c}b`],
    ] as const) {
      assert.equal(visibleText(text), shown);
    }
  });

  it('leaves what shapes an emoji, a letter or an ideograph', () => {
    for (const text of [
      '👩‍👩‍👧',
      '🏳️‍🌈',
      '🤷\u200D♂',
      '👨‍🦰',
      '🧑🏽‍🤝‍🧑🏾',
      '👩‍❤️‍💋‍👨',
      '👩🏽‍💻',
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      '❤️',
      '1️⃣',
      'می‌خواهم',
      'क्‍ष',
      'ශ්‍රී',
      '葛\u{E0100}',
    ]) {
      assert.equal(visibleText(text), text);
    }
  });

  it('shows marks that are piled up on a letter', () => {
    const pile = '\u0301'.repeat(16);
    assert.equal(visibleText(`a${pile}b`), `a${pile}b`);
    assert.equal(visibleText(`a${pile}\u0300\u0301b`), String.raw`a${pile}\u{300}\u{301}b`);
  });

  it('shows tags that make no known flag', () => {
    assert.equal(
      visibleText('🏴\u{E0068}\u{E0069}\u{E007F}'),
      String.raw`🏴\u{e0068}\u{e0069}\u{e007f}`,
    );
    assert.equal(visibleText('🏴\u{E0067}\u{E0062}'), String.raw`🏴\u{e0067}\u{e0062}`);
  });

  it('leaves text from right to left isolated, and nothing else that comes along', () => {
    assert.equal(visibleText('a \u2068مدير\u2069 b'), 'a \u2068مدير\u2069 b');
    assert.equal(visibleText('\u2068مد\u202Eير\u2069'), '\u2068مد\\u{202e}ير\u2069');
    assert.equal(visibleText('\u2068مدير'), '\\u{2068}مدير');
  });

  it('changes nothing the second time', () => {
    const once = visibleText('\u2068مدير\u2069\u202Ea\u200B\uD800 \u2068b\u2069');
    assert.equal(visibleText(once), once);
  });

  it('takes no longer for a text that is made to take long', () => {
    const started = process.threadCpuUsage();
    for (const unit of ['\u2068', '\u2069', '\u200D', '\u2068م', '👩\u200D', ' ', '\u3000', 'a ']) {
      visibleText(comparedText(unit.repeat(100_000), [unit]));
    }
    assert.ok(process.threadCpuUsage(started).user < 2_000_000);
  });
});

describe('comparedText', () => {
  it('is different for different values, also where a page or a reader takes runs of spaces together', () => {
    const shapes =
      'a葛e\u0301é각\u1100\u1161\u11A8Å\u212Bمب\u200C\u200Dक\u094D\u2068\u2069👩❤1\u20E3\uFE0F\u{E0100}';
    const blanks = ' \t\n\r\0\u0007\u007F\u0085\u00A0\u2003\u202F\u2028\u3000\uFEFF';
    const escape = String.raw`\u{a0}`;
    const units = [...Array.from(shapes + blanks + escape), escape];
    const unit = fc.constantFrom(...units);
    const [around, within] = [6, 1].map((maxLength) => fc.string({ unit, maxLength }));
    assert.ok(around && within);
    fc.assert(
      fc.property(around, within, within, around, (before, one, other, after) => {
        const [left, right] = [one, other].map((middle) => `${before}${middle}${after}`);
        assert.ok(left !== undefined && right !== undefined);
        assert.equal(asRead(left, right) === asRead(right, left), left === right);
      }),
      { numRuns: 5000 },
    );
  });

  it('shows a changed space, and leaves those that nobody doubts', () => {
    for (const [text, shown] of [
      ['Forklift licence', 'Forklift licence'],
      ['Forklift  licence', String.raw`Forklift \u{20}licence`],
      [' Forklift licence\r\n', String.raw`\u{20}Forklift licence\u{d}\u{a}`],
      ['Forklift\u00A0licence', String.raw`Forklift\u{a0}licence`],
      ['山田\u3000太郎', '山田\u3000太郎'],
      ['山田\u3000', String.raw`山田\u{3000}`],
      ['A\u3000B', String.raw`A\u{3000}B`],
    ] as const) {
      assert.equal(comparedText(text, ['another']), shown);
    }
  });
});

describe('quotedComparedText', () => {
  it('keeps the difference between quotation marks, none of which closes ours', () => {
    for (const [one, other] of [
      ['Team “A”', 'Team "A"'],
      ['《员工》', '“员工”'],
      ["rock''", 'rock"'],
    ] as const) {
      const shown = quotedComparedText(one, [other]);
      assert.notEqual(shown, quotedComparedText(other, [one]));
      assert.equal(unquoted(shown), shown);
    }
  });
});

describe('textForModel', () => {
  it('escapes what only selects a shape', () => {
    assert.equal(textForModel('葛\u{E0100}城\u200B'), String.raw`葛\u{e0100}城\u{200b}`);
  });
});

describe('invisibleCharactersIn', () => {
  it('names each character that nobody sees once, and no line break', () => {
    assert.deepEqual(invisibleCharactersIn('a\u202Eb\u200B\u202E\r\n\tc'), [
      String.raw`\u{202e}`,
      String.raw`\u{200b}`,
    ]);
    assert.deepEqual(invisibleCharactersIn('Zürich 👩‍👩‍👧'), []);
  });
});
