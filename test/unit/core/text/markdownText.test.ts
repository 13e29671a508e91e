import assert from 'node:assert/strict';
import { markdownTable, markdownText } from '../../../../src/core/text/markdownText.ts';
import { addressOfMarkdown, hostileText } from '../../../support/hostileText.ts';
import { randomFrom } from '../../../support/randomFrom.ts';

const runs = 2000;

describe('the Markdown of a text', () => {
  it('has no address that VS Code would link', () => {
    assert.equal(markdownText('https://a.example'), String.raw`https\:\/\/a\.example`);
    for (const address of [
      'HTTPS://a.example',
      'ftp://a.example',
      'www.a.example',
      'm@a.example',
    ]) {
      assert.match(address, addressOfMarkdown);
      assert.doesNotMatch(markdownText(`See ${address}`), addressOfMarkdown);
    }
  });

  it('has no tag, entity or other markup', () => {
    assert.equal(markdownText(' <command:a> &amp; *b*'), String.raw`\<command\:a\> \&amp\; \*b\*`);
  });

  it('keeps each text in its cell of a table', () => {
    assert.equal(
      markdownTable([
        ['Name', 'a | b'],
        ['Code', 'c\n| d'],
      ]),
      ['| Name | a \\| b |', '| :--- | :--- |', '| Code | c \\| d |'].join('\n'),
    );
  });

  it('is not long, whatever it is made of', () => {
    for (const unit of ['*', '\u202E', '://', '@', 'a ']) {
      assert.ok(markdownText(unit.repeat(50_000)).length <= 2010, unit);
    }
  });

  it('shows texts at random as they are', () => {
    const random = randomFrom(20_261_126);
    for (let run = 0; run < runs; run++) {
      const text = markdownText(hostileText(random));
      assert.doesNotMatch(text, addressOfMarkdown);
      assert.doesNotMatch(text.replaceAll(/\\[!-/:-@[-`{-~]/g, ''), /[!-/:-@[-`{-~]/);
    }
  });
});
