import assert from 'node:assert/strict';
import { containsWords, foldedText, wordsOf } from '../../../../src/core/text/searchWords.ts';

describe('foldedText', () => {
  const folded: Readonly<Record<string, string>> = {
    Łódź: 'lodz',
    Đorđe: 'dorde',
    Tromsø: 'tromso',
    GROẞE: 'grosse',
    Straße: 'strasse',
    Æsir: 'aesir',
    œuvre: 'oeuvre',
    ISPARTA: 'isparta',
    'Isparta ılık İZMİR': 'isparta ilik izmir',
    Þórður: 'thordur',
    Ħamrun: 'hamrun',
    Ŧŋ: 'tn',
    'ＦＵＬＬ １２': 'full 12',
    Crème: 'creme',
    'Cre\u0300me': 'creme',
  };
  for (const [text, expected] of Object.entries(folded)) {
    it(`makes ${expected} of ${text}`, () => {
      assert.equal(foldedText(text), expected);
      assert.equal(foldedText(expected), expected);
    });
  }

  it('leaves no letter of the table as it was', () => {
    assert.match(foldedText('ßæœøłđıðþħŋŧ'), /^[a-z]+$/);
  });
});

describe('wordsOf', () => {
  it('gives the words without what separates them', () => {
    assert.deepEqual(wordsOf('Part-time, (Łódź) 2022'), ['Part', 'time', 'Łódź', '2022']);
  });
});

describe('containsWords', () => {
  it('finds all words in any order, as parts of others, too', () => {
    const text = foldedText('Nachtschicht Süd');
    assert.ok(containsWords(text, ['sud', 'nacht']));
    assert.ok(containsWords(text, []));
    assert.ok(!containsWords(text, ['sud', 'nord']));
  });
});
