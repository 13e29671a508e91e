import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isPathSegment, pathSegment } from '../../../../src/core/account/pathSegment.ts';

/** What VS Code makes links of in its own messages (base/common/linkedText.ts), and icons (iconLabels.ts). */
const madeByVisualStudioCode = [
  /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+(?: ["'].+?["'])?\)/i,
  /\$\([a-z0-9-]+(?:~[a-z]+)?\)/i,
];

const piece = fc.oneof(
  fc.constantFrom(
    '[VIP](command:workbench.action.terminal.sendSequence?{"text":"{touch,pwn}\\n"})',
    '[x](https://evil.example)',
    '$(error)',
    '<b>',
    '`',
    '**',
    '..',
    './',
    '\\',
    '%2F',
    '#?&',
    '\0\r\n\t',
    '\u202E\u2066',
    '\u200B\u200D\uFEFF',
    '\u3164\uFFA0\u115F\u034F\uFE0F',
    '\uD83D',
    '…',
    'é𝒜',
    '考勤',
    'عربي',
  ),
  fc.string({ unit: 'binary', maxLength: 10 }),
);

describe('path segment', () => {
  for (const [text, expected] of [
    ['COST CENTRE-01_a.b', 'COST CENTRE-01_a.b'],
    ['acme · admin', 'acme · admin'],
    ['考勤-Größe-भाषा-٣', '考勤-Größe-भाषा-٣'],
    ['R&D/Travel (old)', 'R_D_Travel _old_'],
    ['[VIP](command:a.b?{"c"})', '_VIP_command_a.b_c_'],
    ['$(error) now', '_error_ now'],
    ['a\u202Eb\u200Bc\u3164d', 'abcd'],
    ['  two\n\tlines ', 'two lines'],
    ['..', undefined],
    ['.hidden.', 'hidden'],
    ['', undefined],
    ['\u200B', undefined],
    ['\u{1F600}', '_'],
    ['𝒜'.repeat(81), `${'𝒜'.repeat(80)}…`],
  ] as const) {
    it(`is made of ${encodeURI(text.slice(0, 20).toWellFormed())}`, () => {
      assert.equal(pathSegment(text), expected);
    });
  }

  it('is never a link, an icon, a separator or what cannot be seen, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const made = pathSegment(pieces.join(''));
        if (made === undefined) {
          return;
        }
        assert.ok(isPathSegment(made));
        const { length } = Array.from(made);
        assert.ok(length <= 81);
        assert.ok(length === 81 || pathSegment(made) === made);
        assert.ok(made.isWellFormed());
        assert.doesNotMatch(made, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\\/:[\](){}<>$`*"'#?&%|~@]/u);
        assert.doesNotMatch(made, /^[ .]|[ .]$/);
        for (const pattern of madeByVisualStudioCode) {
          assert.doesNotMatch(made, pattern);
        }
      }),
      { numRuns: 20_000 },
    );
  });

  it('takes no other text for one', () => {
    for (const text of ['', '.', ' a', 'a ', 'a.', 'a/b', '[a](b)', '$(a)', 'a\u200Bb', 'a\nb']) {
      assert.equal(isPathSegment(text), false, JSON.stringify(text));
    }
  });
});
