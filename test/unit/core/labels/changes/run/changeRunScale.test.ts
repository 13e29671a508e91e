import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { accountOf } from '../../../../../../src/core/account/account.ts';
import { systemClock } from '../../../../../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../../../../../src/core/connections/parseBaseUrl.ts';
import { ChangeJournal } from '../../../../../../src/core/labels/changes/journal/journal.ts';
import { ChangeRun } from '../../../../../../src/core/labels/changes/run/changeRun.ts';
import { ServiceGate } from '../../../../../../src/core/labels/changes/run/serviceGate.ts';
import { LabelRepository } from '../../../../../../src/core/labels/labelRepository.ts';
import { concurrentRequests } from '../../../../../../src/core/labels/requestLimits.ts';
import { AccountLock } from '../../../../../../src/core/locks/accountLock.ts';
import { collectGarbage } from '../../../../../support/collectGarbage.ts';
import { planAmong, wantedOf } from '../../../../../support/planning.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { timeLimits } from '../../../../../support/timeLimits.ts';
import { watchTurns } from '../../../../../support/watchTurns.ts';
import { signIn } from '../../../../sandbox/sandboxClient.ts';
import { apiClientFor } from '../../list/labelService.ts';
import { tenant } from './changeWorld.ts';

/** How many labels are changed, and what each request takes at least, in milliseconds. */
const count = Number(process.env['CHANGES'] ?? 1000);
const latency = 20;

/** Whether times are judged: not where everything is run on whatever machine there is. */
const hasBounds = process.env['CHANGES'] !== undefined;

const addressSchema = z.object({
  baseUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
});

describe(`A run of ${count} changes`, () => {
  it('takes what its requests take, six at a time, and blocks nobody', async () => {
    const options = ['--port', '0', '--labels', String(count), '--latency', String(latency)];
    // In a process of its own, so that its work does not count.
    const sandbox = spawn(process.execPath, ['src/sandbox/main.ts', ...options]);
    try {
      const { value: line } = await createInterface(sandbox.stdout)[Symbol.asyncIterator]().next();
      const address = addressSchema.parse(JSON.parse(String(line)));
      await inTemporaryFolder(async (folder) => await measure(address, folder));
    } finally {
      sandbox.kill();
    }
  }).timeout(timeLimits.longTest);
});

const limits = () => ({ days: 30, megabytes: 50 });

async function measure(address: z.output<typeof addressSchema>, folder: string): Promise<void> {
  const { access_token } = await signIn(address, tenant);
  const clock = systemClock;
  const target = new LabelRepository(apiClientFor(address.baseUrl, access_token), clock);
  const { signal } = new AbortController();
  const labels = [];
  for (let current = 1; labels.length < count; current++) {
    const { records } = await target.page({ current, size: 200 });
    labels.push(...records.flatMap((record) => (record.kind === 'label' ? [record.label] : [])));
  }
  const wanted = wantedOf(new Map(labels.map(({ id }) => [id, { labelStatus: 77 }])));
  const { changes } = planAmong(wanted, labels);
  const account = accountOf(parseBaseUrl(address.baseUrl), tenant, 'hr-administrator');
  const journal = new ChangeJournal({ folder, clock, limits });
  let requests = 0;
  let underWay = 0;
  const timed = async <T>(request: () => Promise<T>): Promise<T> => {
    requests++;
    const sent = performance.now();
    try {
      return await request();
    } finally {
      underWay += performance.now() - sent;
    }
  };
  const counting = {
    page: async (...page: Parameters<typeof target.page>) =>
      await timed(async () => await target.page(...page)),
    sendChanges: async (...sending: Parameters<typeof target.sendChanges>) =>
      await timed(async () => await target.sendChanges(...sending)),
    publish: () => undefined,
  };
  const delays = monitorEventLoopDelay({ resolution: 5 });
  collectGarbage();
  const memory = process.memoryUsage().heapUsed;
  delays.enable();
  const turns = watchTurns();
  const started = performance.now();
  const run = await journal.begin({ account, title: 'Test', origin: 'setStatus', changes });
  const gate = new ServiceGate({ clock });
  const lock = new AccountLock(join(folder, 'turns'), clock);
  const options = { run, target: counting, gate, lock, clock, signal };
  await new ChangeRun(options).carryOut(changes.map(({ id }) => id));
  await run.end(clock.now());
  const time = performance.now() - started;
  delays.disable();
  const { work: longest } = turns.end();
  collectGarbage();
  assert.equal(run.record.counts.done, changes.length);
  if (hasBounds) {
    assert.ok(longest < 50, `the event loop was blocked for ${longest} ms`);
  }
  const bound = (requests / concurrentRequests) * latency;
  /** How much of the time six requests were under way: the rest is ours, whatever else the machine does. */
  const share = underWay / concurrentRequests / time;
  const megabytes = (process.memoryUsage().heapUsed - memory) / 1e6;
  console.log(
    `      ${requests} requests in ${(time / 1000).toFixed(1)} s, bound ${(bound / 1000).toFixed(1)} s (${(time / bound).toFixed(2)} times); places taken ${(100 * share).toFixed(0)} % of the time; longest turn of the event loop ${longest.toFixed(0)} ms of work; at most ${(delays.max / 1e6).toFixed(0)} ms late, p99 ${(delays.percentile(99) / 1e6).toFixed(0)} ms; heap +${megabytes.toFixed(0)} MB`,
  );
}
