import assert from 'node:assert/strict';
import { LabelList } from '../../../src/core/labels/list/labelList.ts';
import { loadPages } from '../../support/bareRequests.ts';
import { inTurns } from '../inTurns.ts';
import {
  startLabelService,
  type LabelServiceOptions,
  type LabelServiceProcess,
} from '../labelService.ts';
import type { Measurement, Row } from '../row.ts';

const labels = 100_000;
/** Milliseconds. */
const latency = 20;
const latencyVariation = 15;

/** All labels of a large tenant, over real HTTP, by the model behind the tree. */
export async function measureLabelLoading(): Promise<Measurement> {
  return {
    rows: [
      await rowOf(`at ${latency} ms`, { labels, latency }),
      await rowOf(`at ${latency - latencyVariation} to ${latency + latencyVariation} ms`, {
        labels,
        latency,
        latencyVariation,
      }),
    ],
  };
}

async function rowOf(when: string, options: LabelServiceOptions): Promise<Row> {
  const service = await startLabelService(options);
  try {
    const { bare, list } = await inTurns(
      {
        list: async () => await loadAll(service),
        bare: async () => await loadPages(service.address.baseUrl, service.accessToken),
      },
      { rounds: 5, calls: 1 },
    );
    return {
      name: `load ${labels.toLocaleString('en')} labels ${when}, without a window`,
      unit: 's',
      values: list.map(seconds),
      comparison: { name: 'a bare loop of fetch', values: bare.map(seconds), isInTurns: true },
      budgets: [{ of: 'ratio', atMost: 1.2 }],
    };
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

function seconds(milliseconds: number): number {
  return milliseconds / 1000;
}
