import assert from 'node:assert/strict';
import { systemClock } from '../../src/core/async/clock.ts';
import { LabelRepository } from '../../src/core/labels/labelRepository.ts';
import { LabelList } from '../../src/core/labels/list/labelList.ts';
import { concurrentRequests, largePageSize } from '../../src/core/labels/requestLimits.ts';
import { apiClientFor } from '../unit/core/labels/list/labelService.ts';
import { signIn } from '../unit/sandbox/sandboxClient.ts';
import type { Measurement } from './measurement.ts';
import { startSandboxProcess } from './sandboxProcess.ts';

const labels = 100_000;
/** Milliseconds. */
const latency = 20;

/** Bytes of live objects. */
function liveBytes(): number {
  assert.ok(globalThis.gc, 'run with --expose-gc');
  globalThis.gc();
  globalThis.gc();
  const { external, heapUsed } = process.memoryUsage();
  return heapUsed + external;
}

/** Seconds. */
async function timeOfLoadAll(list: LabelList): Promise<number> {
  const started = performance.now();
  await list.loadAll();
  assert.equal(list.state.kind, 'idle');
  assert.equal(list.count, labels);
  return (performance.now() - started) / 1000;
}

/** Loads and searches a tenant of 100,000 labels, over real HTTP. */
export async function measureLabelScale(): Promise<Measurement[]> {
  const sandbox = await startSandboxProcess([
    `--labels=${labels}`,
    `--latency=${latency}`,
    `--page-limit=${largePageSize}`,
    '--odd-labels',
  ]);
  try {
    const { access_token: accessToken } = await signIn(sandbox.address);
    const repository = new LabelRepository(
      apiClientFor(sandbox.address.baseUrl, accessToken),
      systemClock,
    );
    // The sandbox makes the labels of a tenant on the first request, and both sides warm up.
    const warmUp = new LabelList({ source: repository, pageSize: () => largePageSize });
    await warmUp.loadFirst();
    warmUp.dispose();

    const list = new LabelList({ source: repository, pageSize: () => 100 });
    const before = liveBytes();
    const firstStarted = performance.now();
    await list.loadFirst();
    const first = performance.now() - firstStarted;
    const times = [await timeOfLoadAll(list)];
    const bytes = (liveBytes() - before) / labels;
    // What else the machine does makes a run longer, never shorter.
    while (times.length < 3) {
      const another = new LabelList({ source: repository, pageSize: () => 100 });
      await another.loadFirst();
      times.push(await timeOfLoadAll(another));
      another.dispose();
    }

    const findStarted = performance.now();
    const found = await repository.page({ q: 'Forklift licence Porto', current: 1, size: 20 });
    const find = performance.now() - findStarted;
    assert.ok(found.records.length > 0 || found.total === 0);
    list.dispose();

    const pages = labels / largePageSize;
    return [
      { name: 'first page of 100', value: first, unit: 'ms' },
      {
        name: `load all ${labels} labels, best of ${times.length}`,
        value: Math.min(...times),
        unit: 's',
        bound: (1.3 * ((pages / concurrentRequests) * latency)) / 1000,
      },
      { name: 'memory a label', value: bytes, unit: 'bytes', bound: 1000 },
      { name: 'one search, server and network', value: find, unit: 'ms' },
    ];
  } finally {
    await sandbox.stop();
  }
}
