import path from 'node:path';
import { exportLabels } from '../../../src/core/labels/exchange/labelExport.ts';
import { LabelList } from '../../../src/core/labels/list/labelList.ts';
import { makeTemporaryFolder } from '../../host/temporaryFolder.ts';
import { liveBytes } from '../../support/liveBytes.ts';
import { spreadsheetWorker } from '../../support/spreadsheetWorker.ts';
import { inTurns } from '../inTurns.ts';
import { startLabelService } from '../labelService.ts';
import { medianOf, type Growth, type Measurement } from '../row.ts';

const lengths = [1000, 10_000, 100_000];

type Costs = Readonly<Record<'load' | 'refresh' | 'find' | 'export' | 'memory', number>>;

/** What lists cost that are ten and a hundred times as long. */
export async function measureGrowth(): Promise<Measurement> {
  const costs: [number, Costs][] = [];
  for (const labels of lengths) {
    costs.push([labels, await costsOf(labels)]);
  }
  const growthOf = (name: keyof Costs, title: string, unit: Growth['unit']): Growth => ({
    name: title,
    unit,
    values: costs.map(([labels, each]) => [labels, each[name]]),
  });
  return {
    rows: [],
    growth: [
      growthOf('load', 'load all', 'ms'),
      growthOf('refresh', 'refresh all', 'ms'),
      growthOf('find', 'find one on the service', 'ms'),
      growthOf('export', 'export all to CSV', 'ms'),
      growthOf('memory', 'memory of all', 'bytes'),
    ],
  };
}

/** Without latency, which would hide what the work costs. */
async function costsOf(labels: number): Promise<Costs> {
  const service = await startLabelService({ labels });
  const folder = makeTemporaryFolder('workforce-growth');
  const source = service.repository;
  try {
    const list = new LabelList({ source, pageSize: () => 100 });
    await list.loadAll();
    const times = await inTurns(
      {
        load: async () => {
          const another = new LabelList({ source, pageSize: () => 100 });
          await another.loadAll();
          another.dispose();
        },
        refresh: async () => await list.refresh(),
        find: async () => await source.page({ q: 'forklift', current: 1, size: 20 }),
        export: async () =>
          await exportLabels({
            content: { kind: 'filter', source, filter: {} },
            format: { kind: 'csv', fields: 'known' },
            spreadsheetWorker,
            path: path.join(folder.path, 'labels.csv'),
          }),
      },
      { rounds: 5, calls: 1 },
    );
    // After all else, so that nothing is counted that the first use of anything leaves behind.
    const before = liveBytes();
    const measured = new LabelList({ source, pageSize: () => 100 });
    await measured.loadAll();
    const memory = liveBytes() - before;
    measured.dispose();
    list.dispose();
    return {
      load: medianOf(times.load),
      refresh: medianOf(times.refresh),
      find: medianOf(times.find),
      export: medianOf(times.export),
      memory,
    };
  } finally {
    folder.remove();
    await service.stop();
  }
}
