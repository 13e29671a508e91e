import assert from 'node:assert/strict';
import { displayJson, displayText } from '../../../../src/core/text/displayText.ts';

describe('displayText', () => {
  it('makes one line of it', () => {
    assert.equal(displayText('\u0000 a\r\n\tb\u0007c '), 'a b c');
  });

  it('takes out what turns the direction of text', () => {
    assert.equal(displayText('safe\u202Egnp.exe'), 'safegnp.exe');
    assert.equal(displayText('\u2067x\u2069\u2069'), 'x');
  });

  it('isolates text that is written from right to left', () => {
    assert.equal(displayText('مدير'), '\u2068مدير\u2069');
  });

  it('leaves other text as it is', () => {
    assert.equal(displayText('标签 👩‍👩‍👧 <img onerror=x> **b**'), '标签 👩‍👩‍👧 <img onerror=x> **b**');
  });
});

describe('displayJson', () => {
  it('writes what turns the direction of text as an escape, so that it reads back the same', () => {
    const value = { a: 'x\u202Ey', b: null };
    const json = displayJson(value);
    assert.ok(json.includes('x\\u202ey'));
    assert.deepEqual(JSON.parse(json), value);
  });
});
