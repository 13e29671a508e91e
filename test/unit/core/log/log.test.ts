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
});
