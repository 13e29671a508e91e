import assert from 'node:assert/strict';
import { markdownCode } from '../../../../src/core/text/markdownCode.ts';
import { hostileText } from '../../../support/hostileText.ts';
import { randomFrom } from '../../../support/randomFrom.ts';

const runs = 2000;

/** Addresses that VS Code's editor underlines in any document (`languages/linkComputer.ts`). */
const addressOfEditor = /(?:https?|file):\/\//i;

describe('the inline code of a text', () => {
  it('is readable', () => {
    assert.equal(markdownCode('tag people'), '`tag people`');
    assert.equal(
      markdownCode('connect ECONNREFUSED [::1]:443'),
      '`connect ECONNREFUSED [::1]:443`',
    );
  });

  it('is not ended by the text', () => {
    assert.equal(markdownCode('a`b'), '``a`b``');
    assert.equal(markdownCode('`` <img src=x> ``'), '``` `` <img src=x> `` ```');
    assert.equal(markdownCode('`'), '`` ` ``');
    assert.equal(markdownCode('a\n\n# b'), '`a # b`');
  });

  it('is a dash for a text in which nothing stands', () => {
    assert.equal(markdownCode(' \n '), '-');
  });

  it('holds no link, neither of Markdown nor of the editor', () => {
    assert.equal(
      markdownCode('[Renew](HTTPS://evil.example) ![b](file:///b) http:///a'),
      '`[Renew] (HTTPS: //evil.example) ![b] (file: ///b) http: ///a`',
    );
  });

  it('is short, however long the text is', () => {
    for (const unit of ['`', '://', '](', '` ', '\u202E']) {
      assert.ok(markdownCode(unit.repeat(50_000)).length < 3100, unit);
    }
  });

  it('is one whole for texts at random', () => {
    const random = randomFrom(20_261_129);
    for (let run = 0; run < runs; run++) {
      const text = markdownCode(hostileText(random) + '`'.repeat(Math.floor(random() * 4)));
      assert.doesNotMatch(text, addressOfEditor);
      assert.doesNotMatch(text, /\n|\]\(/);
      const [, fence = '', content = ''] = /^(`+)([^`].*[^`]|[^`])\1$/.exec(text) ?? [];
      const runsInside = (content.match(/`+/g) ?? []).map(({ length }) => length);
      assert.ok(text === '-' || (fence !== '' && !runsInside.includes(fence.length)), text);
    }
  });
});
