import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { processState, thisProcess } from '../../../../src/core/async/runningProcess.ts';
import { withUnreapedProcess } from '../../../support/unreapedProcess.ts';

describe('A process', () => {
  it('is running while it is there, and gone where another one has its number', async () => {
    const identity = await thisProcess();
    assert.equal(await processState(identity), 'running');
    assert.equal(await processState({ ...identity, host: `not ${hostname()}` }), 'unknown');
    assert.equal(await processState({ ...identity, realm: 'of another container' }), 'unknown');
    if (identity.startTime !== undefined) {
      assert.equal(await processState({ ...identity, startTime: '1' }), 'gone');
    }
  });

  it('is gone once it has ended, also where its parent has not looked yet', async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    await withUnreapedProcess(async (identity) => {
      assert.equal(await processState(identity), 'gone');
    });
  });
});
