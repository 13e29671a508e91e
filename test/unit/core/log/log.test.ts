import assert from 'node:assert/strict';
import { RedactingLog } from '../../../../src/core/log/log.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';

describe('RedactingLog', () => {
  for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) {
    it(`redacts what is logged as ${level}`, () => {
      const target = new CollectingLog();
      new RedactingLog(target)[level]('sent Bearer abcdef');
      assert.deepEqual(target.lines, ['sent Bearer •••']);
    });
  }

  it('shows what is invisible, and lets no line of an entry look like an entry', () => {
    const target = new CollectingLog();
    new RedactingLog(target).info('a\u202Eb\n2026-01-01 [info] c\r\u2028d');
    assert.deepEqual(target.lines, ['a\\u{202e}b\n  2026-01-01 [info] c d']);
  });
});
