import assert from 'node:assert/strict';
import {
  entriesOf,
  isCodeLike,
  readList,
} from '../../../../../src/core/labels/reading/listText.ts';

const entries = (text: string): readonly string[] =>
  Array.from(new Set(Array.from(readList(text)).flatMap((line) => entriesOf(line))));

describe('readList', () => {
  it('takes a list apart at whatever separates it, and each entry once', () => {
    for (const text of [
      'A\nB\r\nC\n',
      'A,B, C',
      'A;B;C',
      ' A\tB\tC ',
      'A B  C',
      'A|B|C',
      'A, B\nC;A',
      'A、B，C；A',
      'A, B and C',
      'A和B及C',
    ]) {
      assert.deepEqual(entries(text), ['A', 'B', 'C'], JSON.stringify(text));
    }
    assert.deepEqual(entries('  \n\u200B\n'), []);
  });

  it('takes spaces for a part of an entry where something else separates', () => {
    assert.deepEqual(entries('TRAVEL/EU 100% #1, B'), ['TRAVEL/EU 100% #1', 'B']);
    assert.deepEqual(entries('100% #1\r\nB\r\n'), ['100% #1', 'B']);
    assert.deepEqual(entries('TRAVEL 100% #1'), ['TRAVEL', '100%', '#1']);
  });

  it('takes ten thousand lines apart in a moment', () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `${index}. “CODE-${index}”, x`);
    assert.equal(entries(text.join('\n')).length, 10_001);
  });
});

describe('a very long line', () => {
  it('is taken apart between its entries, and nowhere else', () => {
    const codes = Array.from({ length: 5000 }, (_, index) => `Night shift ${index}`);
    for (const separator of [', ', ';', '、', ' | ']) {
      assert.deepEqual(entries(codes.join(separator)), codes, separator);
    }
    const words = Array.from({ length: 5000 }, (_, index) => `C-${index}`);
    assert.deepEqual(entries(words.join(' ')), words);
  });

  it('is taken apart anywhere where it is one word', () => {
    assert.ok(entries('x'.repeat(10_000)).every(({ length }) => length <= 4000));
    assert.equal(entries(`${'x'.repeat(10_000)}, C-1`).at(-1), 'C-1');
  });
});

describe('isCodeLike', () => {
  it('tells codes from words', () => {
    const codeLike = ['A', 'NIGHT', 'night-7', 'a_b', '42'].map(isCodeLike);
    const others = ['night', 'Night', '', 'A B', '-'].map(isCodeLike);
    assert.deepEqual(new Set(codeLike), new Set([true]));
    assert.deepEqual(new Set(others), new Set([false]));
  });

  it('takes a time that grows with the text', () => {
    assert.equal(isCodeLike(`${'A'.repeat(300_000)} b`), false);
  });
});
