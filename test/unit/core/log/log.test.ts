import assert from 'node:assert/strict';
import { LiveSecrets } from '../../../../src/core/log/liveSecrets.ts';
import { RedactingLog } from '../../../../src/core/log/log.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';

describe('RedactingLog', () => {
  for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) {
    it(`redacts what is logged as ${level}`, () => {
      const target = new CollectingLog();
      new RedactingLog(target, new LiveSecrets())[level]('sent Bearer abcdef');
      assert.deepEqual(target.lines, ['sent Bearer •••']);
    });
  }

  it('shows what is invisible, and lets no line of an entry look like an entry', () => {
    const target = new CollectingLog();
    new RedactingLog(target, new LiveSecrets()).info('a\u202Eb\n2026-01-01 [info] c\r\u2028d');
    assert.deepEqual(target.lines, ['a\\u{202e}b\n  2026-01-01 [info] c d']);
  });

  it('holds no secret of the process', () => {
    const target = new CollectingLog();
    const secrets = new LiveSecrets();
    const log = new RedactingLog(target, secrets);
    secrets.hold('key', ['CLIENT-SECRET-XYZ', '9f86d081884c7d659a2feaa0c55ad015']);
    log.error('refresh token 9f86d081884c7d659a2feaa0c55ad015 of CLIENT-SECRET-XYZ');
    assert.deepEqual(target.lines, ['refresh token ••• of •••']);
  });
});
