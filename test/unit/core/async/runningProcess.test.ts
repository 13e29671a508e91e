import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { processState, thisProcess } from '../../../../src/core/async/runningProcess.ts';
import { until } from '../../../support/until.ts';

describe('A process', () => {
  it('is running while it is there, and gone where another one has its number', async () => {
    const identity = await thisProcess();
    assert.equal(await processState(identity), 'running');
    assert.equal(await processState({ ...identity, host: `not ${hostname()}` }), 'unknown');
    if (identity.startTime !== undefined) {
      assert.equal(await processState({ ...identity, startTime: '1' }), 'gone');
    }
  });

  it('is gone once it has ended, also where its parent has not looked yet', async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    // What the shell becomes does not ask what came of the shell's child.
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const written: unknown[] = await once(parent.stdout, 'data');
      const processId = Number(String(written[0]).trim());
      const status = (): string[] => readFileSync(`/proc/${processId}/stat`, 'utf8').split(' ');
      await until(() => status()[2] === 'Z');
      const startTime = status()[21] ?? '';
      assert.equal(await processState({ processId, startTime, host: hostname() }), 'gone');
    } finally {
      parent.kill();
    }
  });
});
