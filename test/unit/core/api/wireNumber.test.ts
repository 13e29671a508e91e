import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { decimalNumber, identifier, wholeNumber } from '../../../../src/core/api/wireNumber.ts';
import { parseExactJson } from '../../../../src/core/text/exactJson.ts';

/** What `schema` makes of this JSON; undefined if it refuses it. */
function read(
  schema: typeof wholeNumber | typeof decimalNumber | typeof identifier,
  json: string,
): unknown {
  const list = parseExactJson(`[${json}]`);
  return z.safeParse(z.tuple([schema]), list).data?.[0];
}

describe('wholeNumber', () => {
  for (const [json, value] of [
    ['0', 0],
    ['-7', -7],
    ['1.0', 1],
    ['"0"', 0],
    ['"-7"', -7],
    ['"40001"', 40_001],
    ['9007199254740991', 9_007_199_254_740_991],
    ['"9007199254740991"', 9_007_199_254_740_991],
  ] as const) {
    it(`takes ${json}`, () => assert.equal(read(wholeNumber, json), value));
  }

  for (const json of [
    '0.5',
    '"0.5"',
    '""',
    '" 1"',
    '"1e3"',
    '"0x1"',
    '"one"',
    'null',
    'true',
    '[0]',
    '{}',
    '9007199254740993',
    '"9007199254740993"',
    '1e400',
  ]) {
    it(`refuses ${json}`, () => assert.equal(read(wholeNumber, json), undefined));
  }
});

describe('decimalNumber', () => {
  for (const [json, value] of [
    ['1800', 1800],
    ['1799.5', 1799.5],
    ['1799.50', 1799.5],
    ['"1799.5"', 1799.5],
    ['"1800"', 1800],
  ] as const) {
    it(`takes ${json}`, () => assert.equal(read(decimalNumber, json), value));
  }

  for (const json of ['""', '"soon"', '"1e3"', '"1,5"', 'null', 'true', '{}', '1e400']) {
    it(`refuses ${json}`, () => assert.equal(read(decimalNumber, json), undefined));
  }
});

describe('identifier', () => {
  for (const [json, value] of [
    ['"a"', 'a'],
    ['"007"', '007'],
    ['7', '7'],
    ['0', '0'],
    ['9007199254740993', '9007199254740993'],
    ['-12345678901234567890', '-12345678901234567890'],
  ] as const) {
    it(`takes ${json} with all of its digits`, () => assert.equal(read(identifier, json), value));
  }

  for (const json of ['""', '1.5', '1.50', '1e400', 'null', 'true', '[]', '{"rawJSON":"5"}']) {
    it(`refuses ${json}`, () => assert.equal(read(identifier, json), undefined));
  }

  it('never throws, as the others do not', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        [wholeNumber, decimalNumber, identifier].forEach((schema) => schema.safeParse(value));
      }),
    );
  });
});
