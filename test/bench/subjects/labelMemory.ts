import { LabelList } from '../../../src/core/labels/list/labelList.ts';
import { loadPages } from '../../support/bareRequests.ts';
import { liveBytes } from '../../support/liveBytes.ts';
import { startLabelService } from '../labelService.ts';
import type { Measurement } from '../row.ts';

const labels = 100_000;
const rounds = 3;

/** Memory of a label that is loaded, beside its record as the service sends it. */
export async function measureLabelMemory(): Promise<Measurement> {
  const service = await startLabelService({ labels });
  try {
    const values: number[] = [];
    const records: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      values.push(
        await bytesOf(async () => {
          const list = new LabelList({ source: service.repository, pageSize: () => 100 });
          await list.loadAll();
          return list;
        }),
      );
      records.push(
        await bytesOf(async () => await loadPages(service.address.baseUrl, service.accessToken)),
      );
    }
    return {
      rows: [
        {
          name: 'memory of a label in a list',
          unit: 'bytes',
          values,
          comparison: { name: 'its record alone', values: records, isInTurns: true },
          budgets: [{ of: 'difference', atMost: 100 }],
        },
      ],
    };
  } finally {
    await service.stop();
  }
}

/** Bytes of live objects for each label that stay after `make` as long as its result does. */
async function bytesOf(make: () => Promise<unknown>): Promise<number> {
  const before = liveBytes();
  const kept = await make();
  const bytes = liveBytes() - before;
  // Until here it must not be collected.
  return kept === undefined ? NaN : bytes / labels;
}
