import assert from 'node:assert/strict';
import confusables from 'unhomoglyph/data.json' with { type: 'json' };
import type { Connection } from '../../../../src/core/connections/connection.ts';
import { parseConnectionLink } from '../../../../src/core/connections/connectionLink.ts';
import { connectionLinkQuestion } from '../../../../src/core/connections/connectionLinkQuestion.ts';

const ownCallback = 'vscode://workforce-tools.workforce-labels/callback';

/** Connection of a link with `values`. */
function linked(values: Readonly<Record<string, string>>): Connection {
  const parameters = { name: 'Acme', baseUrl: 'https://evil.example', clientId: 'x', ...values };
  const query = new URLSearchParams(parameters).toString();
  return parseConnectionLink({ query, fragment: '' }, { isDecoded: false, ownCallback });
}

describe('the question whether to add the connection of a link', () => {
  const forged =
    'Acme from this link? Base URL: https://workforce.acme.example Client ID: acme Nothing is sent anywhere else. Details';

  it('has nothing of the link in its heading but the origin of the base URL', () => {
    for (const values of [
      { name: forged },
      { clientId: forged },
      { scopes: forged },
      { redirectUri: 'https://relay.example/ Base URL' },
      { baseUrl: 'https://evil.example/ from this link: Base URL: https://acme.example' },
    ]) {
      const { message } = connectionLinkQuestion(linked(values), ownCallback);
      assert.equal(message, 'Add a connection to https://evil.example from this link?');
    }
  });

  it('has each value in a line of its own, which it cannot leave, the base URL first', () => {
    const { detail } = connectionLinkQuestion(
      linked({ name: `A” ${forged}`, clientId: `x»」„“${forged}`, scopes: 'tag,”people' }),
      ownCallback,
    );
    assert.deepEqual(detail.slice(0, 5), [
      'Base URL: “https://evil.example”',
      'Connection name: “A" Acme from this link? Base URL: https://workforce.acme.exa…”',
      'Client ID: “x""""Acme from this link? Base URL: https://workforce.acme.e…”',
      `Redirect URI: “${ownCallback}”`,
      'Permissions: “tag, "people”',
    ]);
  });

  it('shows addresses whole, whose end tells whose they are, without spaces or quotation marks', () => {
    const long = `https://${'workforce.acme.example.'.repeat(5)}evil.example`;
    const { detail, message } = connectionLinkQuestion(
      linked({ baseUrl: `${long}/a ”b`, redirectUri: `${long}/c ”d` }),
      ownCallback,
    );
    assert.equal(message, `Add a connection to ${long} from this link?`);
    assert.equal(detail[0], `Base URL: “${long}/a%20%E2%80%9Db”`);
    assert.equal(detail[3], `Redirect URI: “${long}/c%20%E2%80%9Dd”`);
  });

  it('has no other quotation marks within a value than plain ones', () => {
    const like = Object.entries(confusables).flatMap(([mark, plain]) =>
      plain === "''" && !/\p{Lo}/u.test(mark) ? [mark] : [],
    );
    const marks = [
      ...like,
      ...Array.from('“”„‟«»「」『』〝〞〟＂﹁﹂﹃﹄｢｣❝❞❠🙶🙷🙸⹂《》⟪⟫≪≫'),
      '’’',
      '‘‘',
      '‚‚',
      '❛❛',
      '❜❜',
      '′′',
      '‹‹',
      '››',
    ];
    for (const mark of marks) {
      const { detail } = connectionLinkQuestion(
        linked({ name: `A${mark}B`, scopes: `a${mark}b` }),
        ownCallback,
      );
      const [, name, , , permissions] = detail.map((line) =>
        line.replaceAll(/[\u2068\u2069]/g, ''),
      );
      assert.equal(name, 'Connection name: “A"B”', mark);
      assert.equal(permissions, 'Permissions: “a"b”', mark);
    }
    const { detail } = connectionLinkQuestion(linked({ name: "L’O'A ‹x›" }), ownCallback);
    assert.equal(detail[1], "Connection name: “L’O'A ‹x›”");
  });

  it('says that labels are protected, and that a name mixes alphabets', () => {
    const readOnly = 'Read-only: labels can be browsed, exported and compared, but not changed.';
    const mixed = 'The name mixes letters of several alphabets, which can look alike.';
    const plain = connectionLinkQuestion(linked({ readOnly: 'false' }), ownCallback).detail;
    assert.ok(!plain.includes(readOnly) && !plain.includes(mixed));
    const { detail } = connectionLinkQuestion(
      linked({ name: 'Аcme', readOnly: 'true' }),
      ownCallback,
    );
    assert.ok(detail.includes(readOnly) && detail.includes(mixed));
  });
});
