import assert from 'node:assert/strict';
import { SandboxMemory } from '../../../src/connections/sandboxMemory.ts';
import { thisProcess } from '../../../src/core/async/runningProcess.ts';
import { parseBaseUrl } from '../../../src/core/connections/parseBaseUrl.ts';
import { KeyValueStore } from '../../support/keyValueStore.ts';
import { withUnreapedProcess } from '../../support/unreapedProcess.ts';

const app = { baseUrl: parseBaseUrl('http://127.0.0.1:4000'), clientId: 'app' };

/** Memory in which it stands that a process runs a sandbox. */
async function memoryOf(process: {
  processId: number;
  startTime?: string | undefined;
}): Promise<SandboxMemory> {
  const { processId, startTime } = process;
  const store = new KeyValueStore();
  await new SandboxMemory(store).add(app);
  for (const [key] of store.values) {
    await store.update(key, [{ ...app, processId, startTime }]);
  }
  return new SandboxMemory(store);
}

describe('SandboxMemory', () => {
  it('knows which sandboxes run', async () => {
    const memory = new SandboxMemory(new KeyValueStore());
    await memory.add(app);
    assert.deepEqual(await memory.running(), [app]);
    assert.deepEqual(await memory.ended(), []);
    await memory.remove(app.baseUrl);
    assert.deepEqual(await memory.running(), []);
  });

  it('reads what earlier releases have noted, who did not say when the process started', async () => {
    const memory = await memoryOf({ processId: process.pid });
    assert.deepEqual(await memory.running(), [app]);
    assert.deepEqual(await memory.ended(), []);
  });

  it('takes a process for gone that has ended, also where its parent has not looked yet', async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    await withUnreapedProcess(async (identity) => {
      const memory = await memoryOf(identity);
      assert.deepEqual(await memory.running(), []);
      assert.deepEqual(await memory.ended(), [app]);
    });
  });

  it('takes no process for another one that had its number before', async function () {
    const { startTime } = await thisProcess();
    if (startTime === undefined) {
      this.skip();
    }
    const memory = await memoryOf({ processId: process.pid, startTime: '1' });
    assert.deepEqual(await memory.running(), []);
    assert.deepEqual(await memory.ended(), [app]);
  });
});
