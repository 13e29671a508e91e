import type { Label } from '../../../src/core/api/label.ts';
import { LabelList } from '../../../src/core/labels/list/labelList.ts';
import { largePageSize } from '../../../src/core/labels/requestLimits.ts';
import { liveBytes } from '../../support/liveBytes.ts';
import { startLabelService } from '../labelService.ts';
import type { Measurement } from '../row.ts';

const labels = 100_000;
const rounds = 3;

/** What a label that is loaded takes, beside what its four fields alone would. */
export async function measureLabelMemory(): Promise<Measurement> {
  const service = await startLabelService({ labels });
  try {
    const values: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      values.push(
        await bytesOf(async () => {
          const list = new LabelList({ source: service.repository, pageSize: () => 100 });
          await list.loadAll();
          return list;
        }),
      );
      plain.push(
        await bytesOf(async () => {
          const all: unknown[] = [];
          for (let current = 1; current <= labels / largePageSize; current += 1) {
            const { records } = await service.repository.page({ current, size: largePageSize });
            for (const record of records) {
              all.push(record.kind === 'label' ? plainFields(record.label) : record.kind);
            }
          }
          return all;
        }),
      );
    }
    return {
      rows: [
        {
          name: 'memory a label, core',
          unit: 'bytes',
          values: values.map((bytes) => bytes / labels),
          comparison: {
            name: 'an object of its four fields',
            values: plain.map((bytes) => bytes / labels),
          },
          budgets: [{ of: 'figure', atMost: 400 }],
        },
      ],
    };
  } finally {
    await service.stop();
  }
}

function plainFields({ id, labelCode, labelName, labelStatus }: Label): unknown {
  return { id, labelCode, labelName, labelStatus };
}

/** Bytes of live objects that stay after `make` as long as its result does. */
async function bytesOf(make: () => Promise<unknown>): Promise<number> {
  const before = liveBytes();
  const kept = await make();
  const bytes = liveBytes() - before;
  // Until here it must not be collected.
  return kept === undefined ? NaN : bytes;
}
