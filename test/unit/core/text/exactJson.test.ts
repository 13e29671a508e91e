import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { assert as check, json, property } from 'fast-check';
import { parseExactJson } from '../../../../src/core/text/exactJson.ts';

describe('parseExactJson', () => {
  it('keeps the digits that JavaScript would round', () => {
    for (const number of [
      '9007199254740993',
      '-12345678901234567890',
      '1.50',
      '0.1234567890123456789',
      '1e400',
      '9007199254740991.4',
    ]) {
      for (const text of [`{"a":${number}}`, `[1,${number}]`, `{"a":[{"b":${number}}],"c":"d"}`]) {
        assert.equal(JSON.stringify(parseExactJson(text)), text);
      }
    }
  });

  it('keeps them whatever white space is around', () => {
    for (const space of [' ', '\t', '\n', '\r\n']) {
      for (const number of ['9007199254740993', '-1.50', '1E+400']) {
        const tokens = ['{', '"a"', ':', '[', '1', ',', number, ']', ',', '"b"', ':', number, '}'];
        assert.equal(JSON.stringify(parseExactJson(tokens.join(space))), tokens.join(''));
      }
    }
  });

  it('makes numbers of those that it does not round', () => {
    const others = '1,-2.5,1.0,1e3,9007199254740991';
    assert.deepEqual(parseExactJson(`[${others}]`), [1, -2.5, 1, 1000, 9007199254740991]);
    assert.equal(
      JSON.stringify(parseExactJson(`[${others},1.50]`)),
      '[1,-2.5,1,1000,9007199254740991,1.50]',
    );
  });

  it('takes whole numbers as other programs write them', () => {
    const written = ['1.8e3', '1.25E7', '1.8E+3', '18000e-1', '-1.8e3', '1.23456789012345e14'];
    const numbers = [1800, 12_500_000, 1800, 1800, -1800, 123_456_789_012_345];
    assert.deepEqual(parseExactJson(`[${written.join(',')}]`), numbers);
    for (const rounded of ['900719925474099.12e1', '1e-400', '1.23456789012345678e17']) {
      assert.equal(JSON.stringify(parseExactJson(`[${rounded}]`)), `[${rounded}]`);
    }
  });

  it('tells numbers with other digits apart', () => {
    const one = parseExactJson('[9007199254740993]');
    assert.ok(isDeepStrictEqual(one, parseExactJson('[9007199254740993]')));
    assert.ok(!isDeepStrictEqual(one, parseExactJson('[9007199254740992]')));
  });

  it('is JSON.parse for everything else', () => {
    check(
      property(json(), (text) => {
        assert.equal(JSON.stringify(parseExactJson(text)), JSON.stringify(JSON.parse(text)));
      }),
    );
    assert.throws(() => parseExactJson('[9007199254740993'), SyntaxError);
    assert.throws(() => parseExactJson(''), SyntaxError);
  });
});
