import assert from 'node:assert/strict';
import { accountOf } from '../../../src/core/account/account.ts';
import { parseBaseUrl } from '../../../src/core/connections/parseBaseUrl.ts';
import { LiveSecrets } from '../../../src/core/log/liveSecrets.ts';
import { accountLine, stepLine, transitionLine } from '../../../src/diagnostics/reportLines.ts';
import { reportTextMaker } from '../../../src/diagnostics/reportText.ts';

const account = accountOf(parseBaseUrl('https://acme.example'), 'T', 'U');

const secrets = new LiveSecrets();
const reportText = reportTextMaker(secrets);

/** What is left of a line without its inline code: what Markdown reads. */
function markupOf(line: string): string {
  return line.replaceAll(/(`+)(?:[^`]|[^`].*?[^`])\1(?!`)/g, '…');
}

/** Text by which a service would put a link, an image and HTML in the report. */
const hostile =
  'tag [Renew](https://evil.example/login) ![b](https://evil.example/b.png) <b>`x` @all\n# Title';

describe('lines of the diagnostics report', () => {
  it('show the scopes and the connection of an account as inline code', () => {
    const line = accountLine(
      reportText,
      { account, connectionName: hostile, state: 'signedIn' },
      { accountId: account.id, scopes: hostile.split(' '), issuedAt: 0, expiresIn: 1800 },
      120_000,
      String,
    );
    assert.equal(
      markupOf(line),
      '- …: …, …, scopes …, tokens issued 2 min ago, access token lifetime 30 min',
    );
    assert.doesNotMatch(line, /:\/\/|\]\(/);
  });

  it('are readable', () => {
    const named = { account, connectionName: 'Here', state: 'signedIn' } as const;
    const session = { accountId: account.id, scopes: ['tag'], issuedAt: 0, expiresIn: 60 };
    assert.equal(
      accountLine(reportText, named, session, 0, String),
      `- \`${account.id}\`: \`signedIn\`, \`Here\`, scopes \`tag\`, tokens issued 0 min ago, access token lifetime 1 min`,
    );
    assert.equal(
      accountLine(reportText, named, undefined, 0, String),
      `- \`${account.id}\`: \`signedIn\`, \`Here\``,
    );
    assert.equal(
      stepLine(reportText, { title: 'TCP', succeeded: true, result: '127.0.0.1:443 (1 ms)' }),
      '- ✓ `TCP`: `127.0.0.1:443 (1 ms)`',
    );
  });

  it('show steps and changes of sessions as inline code', () => {
    assert.equal(
      markupOf(stepLine(reportText, { title: hostile, succeeded: false, result: hostile })),
      '- ✗ …: …',
    );
    const line = transitionLine(reportText, {
      accountId: account.id,
      at: 0,
      from: 'active',
      to: 'signInNeeded',
      reason: hostile,
    });
    assert.equal(markupOf(line), '- 1970-01-01T00:00:00.000Z …: …, …');
  });

  it('keep their form where a secret is redacted', () => {
    const line = stepLine(reportText, {
      title: 'HTTP',
      succeeded: false,
      result: 'https://a.example/?q=1',
    });
    assert.equal(line, '- ✗ `HTTP`: `https: //a.example/?•••`');
  });

  it('hold no secret of the process', () => {
    const refreshToken = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
    secrets.note(refreshToken);
    const step = { title: 'HTTP', succeeded: false, result: `refused ${refreshToken}` };
    assert.equal(stepLine(reportText, step), '- ✗ `HTTP`: `refused •••`');
  });
});
