import assert from 'node:assert/strict';
import { join } from 'node:path';
import { accountOf } from '../../../src/core/account/account.ts';
import type { Label } from '../../../src/core/api/label.ts';
import { systemClock } from '../../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../../src/core/connections/parseBaseUrl.ts';
import { ChangeJournal } from '../../../src/core/labels/changes/journal/journal.ts';
import { ChangeRun } from '../../../src/core/labels/changes/run/changeRun.ts';
import { ServiceGate } from '../../../src/core/labels/changes/run/serviceGate.ts';
import { AccountLock } from '../../../src/core/locks/accountLock.ts';
import { makeTemporaryFolder } from '../../host/temporaryFolder.ts';
import { updateAll } from '../../support/bareRequests.ts';
import { planAmong, wantedOf } from '../../support/planning.ts';
import { watchTurns, type LongestTurn } from '../../support/watchTurns.ts';
import { startLabelService, type LabelServiceProcess } from '../labelService.ts';
import type { Measurement } from '../row.ts';

const changes = 10_000;
/** Milliseconds. */
const latency = 20;
const rounds = 2;

const limits = (): { days: number; megabytes: number } => ({ days: 30, megabytes: 50 });

/** A run of many changes with its journal: reading, sending and reading again. */
export async function measureLabelChanges(): Promise<Measurement> {
  const service = await startLabelService({ labels: changes, latency, pageLimit: 200 });
  try {
    const runs: Run[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      runs.push(await changeAll(service, 70 + round));
      const begun = performance.now();
      await updateAll(service.address.baseUrl, service.accessToken, 80 + round);
      bare.push((performance.now() - begun) / 1000);
    }
    return {
      rows: [
        {
          name: `${changes.toLocaleString('en')} changes at ${latency} ms, without a window`,
          unit: 's',
          values: runs.map(({ milliseconds }) => milliseconds / 1000),
          comparison: { name: 'a bare loop of fetch', values: bare, isInTurns: true },
          budgets: [{ of: 'ratio', atMost: 1.5 }],
        },
        {
          name: `${changes.toLocaleString('en')} changes, longest block of work`,
          unit: 'ms',
          values: runs.map(({ longestTurn }) => longestTurn.work),
          comparison: {
            name: 'by the clock on the wall',
            values: runs.map(({ longestTurn }) => longestTurn.elapsed),
            isInTurns: true,
          },
          budgets: [{ of: 'figure', atMost: 50 }],
        },
      ],
    };
  } finally {
    await service.stop();
  }
}

interface Run {
  readonly milliseconds: number;
  readonly longestTurn: LongestTurn;
}

async function changeAll(
  { address, repository }: LabelServiceProcess,
  status: number,
): Promise<Run> {
  const labels: Label[] = [];
  for (let current = 1; labels.length < changes; current += 1) {
    const { records } = await repository.page({ current, size: 200 });
    assert.ok(records.length > 0);
    labels.push(...records.flatMap((record) => (record.kind === 'label' ? [record.label] : [])));
  }
  const wanted = wantedOf(new Map(labels.map(({ id }) => [id, { labelStatus: status }])));
  const plan = planAmong(wanted, labels);
  const folder = makeTemporaryFolder('workforce-changes');
  const clock = systemClock;
  const journal = new ChangeJournal({ folder: folder.path, clock, limits });
  const account = accountOf(parseBaseUrl(address.baseUrl), 'acme-europe', 'hr-administrator');
  const turns = watchTurns();
  const started = performance.now();
  const run = await journal.begin({
    account,
    title: 'Set Status',
    origin: 'setStatus',
    changes: plan.changes,
  });
  await new ChangeRun({
    run,
    target: repository,
    gate: new ServiceGate({ clock }),
    lock: new AccountLock(join(folder.path, 'turns'), clock),
    clock,
    signal: new AbortController().signal,
  }).carryOut(plan.changes.map(({ id }) => id));
  await run.end(clock.now());
  const milliseconds = performance.now() - started;
  const longestTurn = turns.end();
  assert.equal(run.record.counts.done, plan.changes.length);
  folder.remove();
  return { milliseconds, longestTurn };
}
