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

  it('leaves nothing of a secret that begins with another', () => {
    const secrets = new LiveSecrets();
    secrets.hold('a', ['CLIENT-SECRET']);
    secrets.hold('b', ['CLIENT-SECRET-XYZ']);
    assert.equal(secrets.mask('CLIENT-SECRET-XYZ and CLIENT-SECRET'), '••• and •••');
  });

  it('masks no secret that may be an ordinary word', () => {
    const secrets = new LiveSecrets();
    const words = ['', 'tag', 'a1b2c3', 'password', 'Administrator', '密码密码密码密码'];
    secrets.hold('key', words);
    for (const word of words) {
      secrets.note(word);
    }
    assert.equal(secrets.mask(words.join(' ')), words.join(' '));
    secrets.hold('key', ['pass-word', 'averylongsecretofletters']);
    assert.equal(secrets.mask('pass-word averylongsecretofletters'), '••• •••');
  });

  it('keeps what was replaced or deleted, up to a limit, and all that is live', () => {
    const secrets = new LiveSecrets();
    secrets.hold('live', ['live-secret-0']);
    for (let number = 0; number <= 150; number++) {
      secrets.hold('renewed', [`token-number-${number}.`]);
      secrets.note(`code-number-${number}.`);
    }
    secrets.release('renewed');
    assert.equal(secrets.size, 101);
    assert.equal(
      secrets.mask('live-secret-0 token-number-150. token-number-149. code-number-0.'),
      '••• ••• ••• code-number-0.',
    );
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

  it('takes little time for an answer of megabytes', () => {
    const secrets = new LiveSecrets();
    for (let number = 0; number < 600; number++) {
      secrets.hold(`key${number}`, [`${number}${refreshToken}`]);
    }
    const text = `${refreshToken.slice(0, 60)} `.repeat(200_000);
    const started = process.threadCpuUsage();
    redactServerText(text, [], secrets);
    redact(text, secrets);
    assert.ok(process.threadCpuUsage(started).user < 500_000);
  });

  it('leaves no part of a secret where a text is shortened', () => {
    const secrets = new LiveSecrets();
    secrets.hold('key', [refreshToken]);
    for (let length = 9900; length < 10_000; length++) {
      const text = `${'x'.repeat(length)} ${refreshToken}`;
      assert.ok(!redact(text, secrets).includes(refreshToken.slice(0, 4)));
      const ofServer = redactServerText(`${refreshToken} `.repeat(length / 50), [], secrets);
      assert.ok(!ofServer.includes(refreshToken.slice(0, 4)));
    }
  });
});
