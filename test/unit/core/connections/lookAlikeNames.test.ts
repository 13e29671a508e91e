import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import confusables from 'unhomoglyph/data.json' with { type: 'json' };
import { areLookAlike, mixesAlphabets } from '../../../../src/core/connections/lookAlikeNames.ts';

describe('names of connections', () => {
  const alike: readonly (readonly [string, string, string])[] = [
    ['case', 'acme TEST', 'Acme test'],
    ['letters that fold to two', 'STRASSE', 'straße'],
    ['width', 'Ａｃｍｅ', 'Acme'],
    ['spaces', 'Acme \u00A0 test ', 'Acme test'],
    ['invisible characters', 'Ac\u200Bme\u00AD', 'Acme'],
    ['invisible characters between spaces', 'Acme \u2060 test', 'Acme test'],
    ['invisible letters', 'Acme\u3164', 'Acme'],
    ['decomposed accents', 'Cafe\u0301', 'Café'],
    ['Cyrillic letters', 'Асmе', 'Acme'],
    ['Greek letters', 'ΑCΜΕ', 'Acme'],
    ['a Russian letter of two spellings', 'Отчёт', 'Отче\u0442'],
    ['digits', 'Tenant I', 'Tenant 1'],
    ['upper-case and lower-case i', 'Tenant i', 'Tenant 1'],
    ['Latin letters for phonetics', '\u0261oogle', 'Google'],
    ['Armenian letters', '\u0585ffi\u0441e', 'Office'],
    ['Lisu letters', 'ꓮꓚꓟꓰ', 'ACME'],
    ['Cherokee letters, in another case', 'ᎪCMᎬ', 'acme'],
    ['Katakana and Han', '\u529B', '\u30AB'],
    ['hyphens', 'Acme\u2010test', 'Acme-test'],
    ['dashes', 'Acme \u2013 Prod', 'Acme - Prod'],
    ['longer dashes', 'Acme \u2014 Prod', 'Acme - Prod'],
    ['dashes of other widths', 'Acme \uFF0D Prod', 'Acme \u2015 Prod'],
    ['several of these and case', 'НELꓡ\u0585', 'hello'],
    ['the case of another alphabet', 'НОВЫЙ', 'новый'],
  ];
  for (const [what, one, other] of alike) {
    it(`look alike where they differ in ${what}`, () => {
      assert.ok(areLookAlike(one, other));
      assert.ok(areLookAlike(other, one));
    });
  }

  it('look alike where they differ in characters that Unicode calls confusable', () => {
    const pair = fc.constantFrom(...Object.entries(confusables));
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            pair,
            fc.string().map((same) => [same, same]),
          ),
          { minLength: 1 },
        ),
        (parts) => {
          const [one = '', other = ''] = [0, 1].map((side) =>
            parts.map((part) => part[side]).join(''),
          );
          assert.ok(areLookAlike(one, other), JSON.stringify([one, other]));
          assert.ok(areLookAlike(other, one), JSON.stringify([other, one]));
        },
      ),
      { numRuns: 2000 },
    );
  });

  const different: readonly (readonly [string, string])[] = [
    ['Acme test', 'Acme'],
    ['Acme', 'Acné'],
    ['Acme-test', 'Acmetest'],
    ['北京', '東京'],
    ['生产', '测试'],
    ['Acme 2', 'Acme 3'],
  ];
  for (const [one, other] of different) {
    it(`do not look alike: ${one}, ${other}`, () => {
      assert.ok(!areLookAlike(one, other));
    });
  }

  it('may mix alphabets whose letters look alike', () => {
    assert.ok(mixesAlphabets('Аcme'));
    for (const name of ['Acme Ωmega', 'Of\u0585ice', 'ꓮcme', 'Ꭺcme', 'Акⲙе', 'Αս']) {
      assert.ok(mixesAlphabets(name), name);
    }
    for (const name of [
      'Acme',
      'Акме',
      'Acme 测试',
      'Acme アクメー',
      'Acme 테스트',
      'Acme ㄅㄆ',
      'テスト α 版',
      'Արմեն 1',
      'Cafe\u0301 1 µ – № 👩\u200D🚀',
    ]) {
      assert.ok(!mixesAlphabets(name), name);
    }
  });
});
