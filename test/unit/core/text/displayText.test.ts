import assert from 'node:assert/strict';
import { displayJson, displayText } from '../../../../src/core/text/displayText.ts';

describe('displayText', () => {
  it('makes one line of it', () => {
    assert.equal(displayText('\u00A0 a\r\n\tb\u3000c\u2028d '), 'a b c d');
  });

  it('shows what is no space, also at the ends', () => {
    assert.equal(displayText('\uFEFFa\0\u0007b\uFEFF'), String.raw`\u{feff}a\u{0}\u{7}b\u{feff}`);
  });

  it('shows what turns the direction of text', () => {
    assert.equal(displayText('safe\u202Egnp.exe'), String.raw`safe\u{202e}gnp.exe`);
    assert.equal(displayText('\u2067x\u2069'), String.raw`\u{2067}x\u{2069}`);
  });

  it('isolates text of every script that is written from right to left', () => {
    for (const letter of 'אبܐހߊࠀࡀࢠיﭐﹰ𐠀𐡀𐡠𐢀𐣠𐤀𐤠𐦀𐦠𐨀𐩠𐪀𐫀𐬀𐭀𐭠𐮀𐰀𐲀𐴀𐵐𐺀𐼀𐼰𐽰𐾰𐿠𞠀𞤀𞱱𞴁𞸀') {
      assert.equal(displayText(`a ${letter}`), `\u2068a ${letter}\u2069`, letter);
    }
    for (const letter of 'aд東あक한ก') {
      assert.equal(displayText(letter), letter);
    }
  });

  it('isolates text that is written from right to left, once', () => {
    const shown = displayText('مدير');
    assert.equal(shown, '\u2068مدير\u2069');
    assert.equal(displayText(shown), shown);
    assert.equal(displayText(`${shown} שלום`), '\u2068مدير שלום\u2069');
  });

  it('leaves other text as it is', () => {
    assert.equal(displayText('标签 👩‍👩‍👧 <img onerror=x> **b**'), '标签 👩‍👩‍👧 <img onerror=x> **b**');
  });
});

describe('displayJson', () => {
  it('writes invisible characters as escapes, so that it reads back the same', () => {
    const value = { a: 'x\u202Ey\u200B\u{E0041}', b: null, c: '\u007F\u0085\n' };
    const json = displayJson(value);
    assert.ok(json.includes(String.raw`"x\u202ey\u200b\udb40\udc41"`));
    assert.doesNotMatch(json, /[^\P{Cc}\n]/u);
    assert.deepEqual(JSON.parse(json), value);
  });
});
