import assert from 'node:assert/strict';
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
    ['digits', 'Tenant I', 'Tenant 1'],
  ];
  for (const [what, one, other] of alike) {
    it(`look alike where they differ in ${what}`, () => {
      assert.ok(areLookAlike(one, other));
      assert.ok(areLookAlike(other, one));
    });
  }

  const different: readonly (readonly [string, string])[] = [
    ['Acme test', 'Acme'],
    ['Acme', 'Acné'],
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
    assert.ok(mixesAlphabets('Acme Ωmega'));
    for (const name of ['Acme', 'Акме', 'Acme 测试', 'Acme アクメ', 'Café 1']) {
      assert.ok(!mixesAlphabets(name), name);
    }
  });
});
