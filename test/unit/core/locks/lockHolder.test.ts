import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { thisProcess } from '../../../../src/core/async/runningProcess.ts';
import {
  decodeHolder,
  newTicketContent,
  livenessOf,
} from '../../../../src/core/locks/lockHolder.ts';

describe('lockHolder', () => {
  it('describes this process so that a later one is not taken for it', async () => {
    const holder = decodeHolder(await newTicketContent());
    assert.ok(holder);
    assert.deepEqual([holder.processId, holder.host], [process.pid, hostname()]);
    assert.ok((await livenessOf(holder)).toleratedSilence > 2000);
    const long = decodeHolder(await newTicketContent(65_000));
    assert.equal((await livenessOf(long)).toleratedSilence, 65_000);
    const later = { ...holder, startTime: '1', silence: 65_000 };
    assert.ok((await livenessOf(later)).toleratedSilence < 0);
  });

  it('sees at once that a process is gone', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const gone = { ...(await thisProcess()), processId: pid };
    assert.ok((await livenessOf(gone)).toleratedSilence < 0);
  });

  it('waits a while for what it cannot see', async () => {
    const here = await thisProcess();
    for (const holder of [undefined, { ...here, host: 'elsewhere' }, { ...here, realm: 'other' }]) {
      const { toleratedSilence } = await livenessOf(holder);
      assert.ok(toleratedSilence > 500 && toleratedSilence < 2000);
    }
  });

  it('reads nothing but what was written', () => {
    for (const text of ['', '{', '[]', '{"processId":-1,"host":"x"}', '{"processId":1}']) {
      assert.equal(decodeHolder(text), undefined);
    }
  });
});
