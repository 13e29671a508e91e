import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { LiveSecrets } from '../../../../src/core/log/liveSecrets.ts';
import * as redaction from '../../../../src/core/log/redaction.ts';
import { invisibleCharacter } from '../../../support/hostileText.ts';

const secret = 'SeCrEt-0123456789';

function secretsOf(...secrets: readonly string[]): LiveSecrets {
  const live = new LiveSecrets();
  live.hold('key', secrets);
  return live;
}

function redact(text: string, live = new LiveSecrets()): string {
  return redaction.redact(text, live);
}

function redactServerText(text: string, live = new LiveSecrets()): string {
  return redaction.redactServerText(text, live);
}

describe('redaction', () => {
  const lines = [
    `GET https://hr.example.com/a?code=${secret}`,
    `GET https://hr.example.com/a#access_token=${secret}`,
    `vscode://workforce-tools.workforce-labels/callback?state=${secret}&x=1`,
    `Authorization: Bearer ${secret}`,
    `authorization: basic ${secret}==`,
    `access_token=${secret}`,
    `{"refresh_token":"${secret}","x":1}`,
    `{'client_secret': '${secret}'}`,
    `code=${secret}&state=${secret}`,
    `State: ${secret}`,
    'the token is eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SeCrEt-0123456789',
  ];
  for (const [index, line] of lines.entries()) {
    it(`takes a secret out of line ${index + 1}`, () => {
      assert.ok(!redact(line).includes(secret));
    });
  }

  it('leaves a line that holds no secret as it is', () => {
    const line = 'GET /api/v2/label/list HTTP 200 (12 ms)';
    assert.equal(redact(line), line);
  });

  for (const said of [
    'Label code: PROBATION-00001 already exists',
    'Label code: Probation-2024 already exists',
    'State: RETIRED cannot become ACTIVE',
    '{"code":"HR-7","state":3}',
    'code=PROBATION-00001',
    'The status code: 423, state = closed',
  ]) {
    it(`leaves what the service says of labels as it is: ${said}`, () => {
      assert.equal(redactServerText(said), said);
      assert.equal(redact(said), said);
    });
  }

  it('leaves a code of any kind to a person, and what looks random out of the log', () => {
    const said = 'Label code: Probation-Level-00001 already exists';
    assert.equal(redactServerText(said), said);
    assert.equal(redact(said), 'Label code: ••• already exists');
  });

  it('takes the code and the state of a callback out of what a server says', () => {
    const said = `callback?code=${secret}&state=abc, code=abc&x=1, x=1&code=abc`;
    assert.equal(redactServerText(said), 'callback?code=•••&state=•••, code=•••&x=1, x=1&code=•••');
  });

  it('takes out known secrets wherever they stand, and whichever begins like another', () => {
    const word = fc.stringMatching(/^[A-Z0-9]{16,}$/);
    fc.assert(
      fc.property(word, word, (short, rest) => {
        const text = redactServerText(
          `a ${short}${rest} b ${short} c`,
          secretsOf(short, short + rest),
        );
        assert.equal(text, 'a ••• b ••• c');
      }),
    );
  });

  it('takes out known secrets in whatever way a server writes them', () => {
    const code = 'a %23 b%c#d+e&f=g/"h"\\ ü';
    for (const written of [
      code,
      encodeURIComponent(code),
      encodeURIComponent(code).replaceAll(/%../g, (byte) => byte.toLowerCase()),
      new URLSearchParams([['', code]]).toString().slice(1),
      JSON.stringify(code).slice(1, -1),
    ]) {
      assert.equal(
        redactServerText(`The value ${written} is wrong.`, secretsOf(code)),
        'The value ••• is wrong.',
      );
    }
  });

  it('takes out a known secret of any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 16 }), (known) => {
        const written = encodeURIComponent(known.toWellFormed());
        assert.ok(!redactServerText(written, secretsOf(known)).includes(written));
      }),
    );
  });

  it('makes one line of at most 300 characters of what a server says', () => {
    assert.equal(redactServerText('  two\r\n lines\u3000\t'), 'two lines');
    assert.equal(redactServerText('VIP\u200B \u202Edevas'), String.raw`VIP\u{200b} \u{202e}devas`);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const line = redactServerText(text);
        assert.ok(line.length <= 300);
        assert.doesNotMatch(line, invisibleCharacter);
      }),
    );
  });

  for (const unit of ['a.', 'code=', 'x://', 'eyJ-', 'state=a ', 'bearer ', 'password=']) {
    it(`is done at once with a long text made of ${unit}`, () => {
      const started = process.threadCpuUsage();
      redactServerText(unit.repeat(100_000));
      redact(unit.repeat(100_000));
      assert.ok(process.threadCpuUsage(started).user < 500_000);
    });
  }

  it('cuts a long line between words, so that no part of a secret is left', () => {
    for (let length = 9950; length < 10_050; length++) {
      const line = redact(`${'x '.repeat(length / 2)}access_token=${secret}`);
      assert.ok(line.length < 10_050);
      assert.ok(!line.includes(secret.slice(0, 3)));
    }
    assert.equal(redact(secret.repeat(1000)), '…');
  });

  it('takes out whatever follows in an address or a web token', () => {
    assert.equal(redact('(https://a.b/c?d=e#f) g'), '(https://a.b/c?••• g');
    assert.equal(redact('vscode://a/b and x://c#d'), 'vscode://a/b and x://c?•••');
    assert.equal(redact('a-eyJh.eyJi.j b eyJ c'), 'a-••• b eyJ c');
  });

  it('takes out known secrets before it shortens', () => {
    const text = redactServerText(`${'x'.repeat(290)}${secret}`, secretsOf(secret));
    assert.ok(!text.includes(secret.slice(0, 8)));
  });
});
