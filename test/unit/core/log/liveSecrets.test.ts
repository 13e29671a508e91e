import assert from 'node:assert/strict';
import { LiveSecrets } from '../../../../src/core/log/liveSecrets.ts';
import { redact, redactServerText } from '../../../../src/core/log/redaction.ts';

const refreshToken = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

describe('LiveSecrets', () => {
  it('masks what is held, also where it is encoded', () => {
    const secrets = new LiveSecrets();
    secrets.hold('key', [refreshToken, 'a secret/with "signs"']);
    assert.equal(
      secrets.mask(
        `token ${refreshToken}, a secret/with "signs", a%20secret%2Fwith%20%22signs%22, a+secret%2fwith+%22signs%22`,
      ),
      'token •••, •••, •••, •••',
    );
  });

  it('masks what is held in lower case, in which the host of an address is read', () => {
    const secrets = new LiveSecrets();
    secrets.hold('key', ['Acc3ssT0ken123456abcXYZ']);
    const { origin } = new URL('http://Acc3ssT0ken123456abcXYZ.evil.example/cb');
    assert.equal(secrets.mask(origin), 'http://•••.evil.example');
  });

  it('masks what is held without the padding of Base64, which programs drop', () => {
    const secrets = new LiveSecrets();
    secrets.hold('key', ['AT+x9Kd/Qz8+mmP~w2.Rr_7LkZ-9q!AA==']);
    assert.equal(
      secrets.mask('bad token AT+x9Kd/Qz8+mmP~w2.Rr_7LkZ-9q!AA end'),
      'bad token ••• end',
    );
    assert.equal(secrets.mask('AT+x9Kd/Qz8+mmP~w2.Rr_7LkZ-9q!AA=='), '•••');
  });

  it('truncates a text where no secret is known', () => {
    const secrets = new LiveSecrets();
    assert.equal(secrets.mask('100% of %41', 7), '100% of');
    assert.equal(secrets.mask('100% of %41'), '100% of %41');
  });

  it('leaves nothing of a secret that begins with another', () => {
    const secrets = new LiveSecrets();
    secrets.hold('a', ['CLIENT-SECRET-0']);
    secrets.hold('b', ['CLIENT-SECRET-0-XYZ']);
    assert.equal(secrets.mask('CLIENT-SECRET-0-XYZ and CLIENT-SECRET-0'), '••• and •••');
  });

  it('masks no secret that may be an ordinary word or part of an address', () => {
    const secrets = new LiveSecrets();
    const words = [
      '',
      'tag',
      'a1b2c3',
      'password',
      'Administrator',
      '密码密码密码密码',
      'pass-word',
      'https://',
      '/api/v2/',
      'HTTP 200',
      '20261129',
    ];
    secrets.hold('key', words);
    for (const word of words) {
      secrets.note(word);
    }
    assert.equal(secrets.mask(words.join(' ')), words.join(' '));
    secrets.hold('key', ['passw0rd', 'averylongsecretofletters']);
    assert.equal(secrets.mask('passw0rd averylongsecretofletters'), '••• •••');
  });

  it('masks a secret as it is only, if decoded it may be an ordinary word', () => {
    for (const [secret, decoded] of [
      ['%74%61%67%74%61%67', 'tagtag'],
      ['\\'.repeat(20), 'a'],
    ] as const) {
      const secrets = new LiveSecrets();
      secrets.hold('key', [secret]);
      assert.equal(
        secrets.mask(`${decoded} ${secret} & ${decoded}`),
        `${decoded} ••• & ${decoded}`,
      );
    }
  });

  it('masks an encoded secret that is one only with its backslashes and plus signs', () => {
    for (const [secret, written] of [
      ['Zx7+kQ9m2B', 'Zx7%2BkQ9m2B, Zx7&#43;kQ9m2B'],
      ['k7\\Qp/2mZr:8vTn1', 'k7\\\\Qp/2mZr:8vTn1, k7%5CQp%2F2mZr%3A8vTn1'],
    ] as const) {
      const secrets = new LiveSecrets();
      secrets.hold('key', [secret]);
      assert.equal(secrets.mask(written), '•••, •••');
    }
  });

  it('keeps what was replaced or deleted, up to a limit, and all that is live', () => {
    const secrets = new LiveSecrets();
    secrets.hold('live', ['live-secret-0']);
    for (let number = 0; number <= 150; number++) {
      secrets.hold('renewed', [`token-number-${number}.`]);
      secrets.note(`code-number-${number}.`);
    }
    secrets.release('renewed');
    const numbers = Array.from({ length: 151 }, (_, number) => number);
    const earlier = numbers.flatMap((number) => [
      `token-number-${number}.`,
      `code-number-${number}.`,
    ]);
    const masked = secrets.mask(['live-secret-0', ...earlier].join(' ')).split(' ');
    assert.equal(masked.filter((word) => word === '•••').length, 101);
    assert.equal(masked[0], '•••');
    assert.equal(masked[1], 'token-number-0.');
    assert.equal(masked.at(-2), '•••');
  });

  it('takes little time for a line of the log', () => {
    const secrets = new LiveSecrets();
    for (let number = 0; number < 300; number++) {
      const token = `eyJ${String(number).padStart(6, '0')}${'x'.repeat(1000)}`;
      secrets.hold(`key${number}`, [token, `${number}${refreshToken}`]);
    }
    const line =
      'POST /api/v2/label/update HTTP 200 (12 ms) of the account 0123456789abcdef01234567';
    secrets.mask(line);
    const started = process.threadCpuUsage();
    for (let run = 0; run < 1000; run++) {
      secrets.mask(line);
    }
    // Half a millisecond a line, many times what it takes.
    assert.ok(process.threadCpuUsage(started).user < 500_000);
  });

  it('takes little time for a secret of excessive length, which is none of a service', () => {
    const secrets = new LiveSecrets();
    const started = process.threadCpuUsage();
    secrets.hold('key', ['%41'.repeat(2_700_000), 'x'.repeat(16_384)]);
    assert.equal(secrets.mask(`a & ${'x'.repeat(16_384)}`), 'a & •••');
    assert.equal(secrets.mask('&#x78;'.repeat(400_000), 10_000), '•••');
    assert.ok(process.threadCpuUsage(started).user < 500_000);
  });

  it('takes little time for a text that nearly repeats secrets within escapes, and hides the rest of it', () => {
    const secrets = new LiveSecrets();
    for (let number = 100; number < 200; number++) {
      secrets.note(`${'25'.repeat(8000)}${number}`);
    }
    const started = process.threadCpuUsage();
    assert.ok(secrets.mask(`%${'25'.repeat(100_000)}`).length < 1000);
    assert.ok(process.threadCpuUsage(started).user < 2_000_000);
  });

  it('takes little time for an answer of megabytes', () => {
    const secrets = new LiveSecrets();
    for (let number = 0; number < 600; number++) {
      secrets.hold(`key${number}`, [`${number}${refreshToken}`]);
    }
    const text = `${refreshToken.slice(0, 60)} `.repeat(200_000);
    const started = process.threadCpuUsage();
    redactServerText(text, secrets);
    redact(text, secrets);
    assert.ok(process.threadCpuUsage(started).user < 500_000);
  });

  it('leaves no part of a secret where a text is shortened', () => {
    const secrets = new LiveSecrets();
    secrets.hold('key', [refreshToken]);
    for (let length = 9900; length < 10_000; length++) {
      const text = `${'x'.repeat(length)} ${refreshToken}`;
      assert.ok(!redact(text, secrets).includes(refreshToken.slice(0, 4)));
      const ofServer = redactServerText(`${refreshToken} `.repeat(length / 50), secrets);
      assert.ok(!ofServer.includes(refreshToken.slice(0, 4)));
    }
  });

  it('leaves no beginning of a long secret, however it is encoded, where a text is shortened', () => {
    const secrets = new LiveSecrets();
    const token = 'k7Qp2mZr'.repeat(700);
    secrets.hold('key', [token]);
    const encodings: readonly ((code: number) => string)[] = [
      (code) => `&#x${code.toString(16).padStart(8, '0')};`,
      (code) => String.raw`\u${code.toString(16).padStart(4, '0')}`,
      (code) => `%26%23x${code.toString(16)}%3B`,
    ];
    for (const encode of encodings) {
      const written = Array.from(token, (character) => encode(character.charCodeAt(0))).join('');
      assert.equal(redactServerText(`${' '.repeat(1900)}${written}`, secrets), '•••');
      assert.doesNotMatch(
        redact(`${'- '.repeat(4950)}"'${written} ${'- '.repeat(99_000)}`, secrets),
        /[\d&%]/,
      );
    }
  });

  it('leaves no beginning of a secret with blanks where a text is shortened', () => {
    const secrets = new LiveSecrets();
    secrets.hold('key', ['Corp horse 7 battery staple', refreshToken]);
    for (const written of ['Corp horse 7 battery staple', 'Corp+horse%207 b%61ttery staple']) {
      for (let length = 1950; length < 2010; length++) {
        const ofServer = redactServerText(`${' '.repeat(length)}${written}`, secrets);
        assert.doesNotMatch(ofServer, /[Cohb]/);
      }
      for (let length = 9950; length < 10_010; length++) {
        const line = redact(`${'x '.repeat(length / 2)}${written} ${refreshToken}`, secrets);
        assert.doesNotMatch(line, /[Cohb0-9]/);
      }
    }
  });

  it('takes a time that grows as the text does, whatever it is made of', () => {
    const secrets = new LiveSecrets();
    for (let number = 0; number < 600; number++) {
      secrets.hold(`key${number}`, [`${'a'.repeat(1000)}${number}`]);
    }
    for (const unit of [
      '%25',
      '%',
      '&#x26;',
      '&',
      '\\u005c',
      '\\',
      '+',
      '%C3%',
      'a',
      '%61',
      '%E2%82',
      '%E2',
      '\\xE2\\x82\\xAC',
      '\\101',
      '\\u{',
      '\\u{41}',
      '&amp',
      '&#38',
      '&#9',
      '&#x',
    ]) {
      const started = process.threadCpuUsage();
      redact(`${unit.repeat(100_000 / unit.length)} `, secrets);
      redact(`${unit} `.repeat(100_000 / unit.length), secrets);
      secrets.mask(unit.repeat(100_000 / unit.length));
      assert.ok(process.threadCpuUsage(started).user < 1_000_000, unit);
    }
  });
});
