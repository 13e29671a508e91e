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

  it('keeps them in the middle of millions of others, without a long time for each', () => {
    const text = `[9e99${',1'.repeat(1_000_000)}]`;
    const parsing = bestTime(() => JSON.parse(text));
    const keeping = bestTime(() => parseExactJson(text));
    // A reviver takes a hundred times as long as `JSON.parse`.
    assert.ok(keeping < parsing * 40, `${keeping} ms, ${parsing} ms`);
  });

  it('refuses more of them than could be kept in a moment', () => {
    const most = `[${'1e400,'.repeat(200_000)}1]`;
    assert.equal(JSON.stringify(parseExactJson(most)), most);
    assert.throws(() => parseExactJson(most.replace('1]', '1e400]')), SyntaxError);
  });

  it('keeps them under every name, and no text that looks like one', () => {
    for (const text of [
      '{"__proto__":1.50,"constructor":{"__proto__":[1e400]}}',
      '{"a":"x:9007199254740993,","b":9007199254740993}',
      '{"9007199254740993":"\\\"[9007199254740993]","c":-1.50}',
    ]) {
      assert.equal(JSON.stringify(parseExactJson(text)), text);
    }
  });

  it('cuts a long text that is nested too deeply before it is parsed', () => {
    const levels = 1_000_000;
    const text = '['.repeat(levels) + ']'.repeat(levels);
    assert.equal(JSON.stringify(parseExactJson(text)), '['.repeat(101) + ']'.repeat(101));
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

/** The shortest of three times that something takes, in milliseconds. */
function bestTime(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}
