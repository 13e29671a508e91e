import assert from 'node:assert/strict';
import { LabelList } from '../../../src/core/labels/list/labelList.ts';
import { concurrentRequests, largePageSize } from '../../../src/core/labels/requestLimits.ts';
import { inTurns } from '../inTurns.ts';
import {
  startLabelService,
  type LabelServiceOptions,
  type LabelServiceProcess,
} from '../labelService.ts';
import type { Measurement } from '../row.ts';

const labels = 100_000;
/** Milliseconds. */
const latency = 20;
const latencyVariation = 15;
const pages = labels / largePageSize;

/** Why the first budget may be missed. */
const reason =
  'Bare fetch of the same pages, six at a time, takes 1.13 times as long itself. The rest is the work of the client and the list in the thread that also fetches, and the first two pages, which are waited for alone: what the service makes of a page size shows in its answer.';

/** All labels of a large tenant, over real HTTP, by the model behind the tree. */
export async function measureLabelLoading(): Promise<Measurement> {
  const { bare, list, single } = await withService({ labels, latency }, async (service) => ({
    ...(await listBesideFetch(service)),
    ...(await fetchInOrder(service)),
  }));
  const varied = await withService({ labels, latency, latencyVariation }, listBesideFetch);
  const bound = ((pages / concurrentRequests) * latency) / 1000;
  const count = labels.toLocaleString('en');
  const name = `load ${count} labels at ${latency} ms, core`;
  const bareName = `bare fetch of the pages, ${concurrentRequests} at a time`;
  return {
    rows: [
      {
        name,
        unit: 's',
        values: list,
        comparison: { name: `pages ÷ ${concurrentRequests} × latency`, values: [bound] },
        budgets: [{ of: 'ratio', atMost: 1.2 }],
        reason,
      },
      { name, unit: 's', values: list, comparison: { name: bareName, values: bare } },
      {
        name,
        unit: 's',
        values: list,
        comparison: { name: 'bare fetch, one page after another', values: single },
        budgets: [{ of: 'ratio', atMost: 0.2 }],
      },
      {
        name: `load ${count} labels at ${latency - latencyVariation} to ${latency + latencyVariation} ms, core`,
        unit: 's',
        values: varied.list,
        comparison: { name: bareName, values: varied.bare },
        budgets: [{ of: 'ratio', atMost: 1.2 }],
      },
    ],
  };
}

/** In seconds. */
type Times<Name extends string> = Readonly<Record<Name, readonly number[]>>;

async function listBesideFetch(service: LabelServiceProcess): Promise<Times<'list' | 'bare'>> {
  const { bare, list } = await inTurns(
    {
      list: async () => await loadAll(service),
      bare: async () => await fetchAll(service, concurrentRequests),
    },
    { rounds: 5, calls: 1 },
  );
  return { list: list.map(seconds), bare: bare.map(seconds) };
}

async function fetchInOrder(service: LabelServiceProcess): Promise<Times<'single'>> {
  const { single } = await inTurns(
    { single: async () => await fetchAll(service, 1) },
    { rounds: 1, calls: 1 },
  );
  return { single: single.map(seconds) };
}

async function withService<T>(
  options: LabelServiceOptions,
  measure: (service: LabelServiceProcess) => Promise<T>,
): Promise<T> {
  const service = await startLabelService(options);
  try {
    return await measure(service);
  } finally {
    await service.stop();
  }
}

async function loadAll({ repository }: LabelServiceProcess): Promise<void> {
  const list = new LabelList({ source: repository, pageSize: () => 100 });
  await list.loadFirst();
  await list.loadAll();
  assert.equal(list.count, labels);
  list.dispose();
}

async function fetchAll(service: LabelServiceProcess, atATime: number): Promise<void> {
  const { baseUrl } = service.address;
  const headers = { authorization: `Bearer ${service.accessToken}` };
  const numbers = Array.from({ length: pages }, (_, index) => index + 1).values();
  const next = async (): Promise<void> => {
    for (const current of numbers) {
      const url = `${baseUrl}/api/v2/label/list?current=${current}&size=${largePageSize}`;
      await (await fetch(url, { headers })).json();
    }
  };
  await Promise.all(Array.from({ length: atATime }, next));
}

function seconds(milliseconds: number): number {
  return milliseconds / 1000;
}
