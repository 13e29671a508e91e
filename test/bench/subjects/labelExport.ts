import path from 'node:path';
import { exportLabels } from '../../../src/core/labels/exchange/labelExport.ts';
import { CompleteWalk } from '../../../src/core/labels/reading/completeWalk.ts';
import { makeTemporaryFolder } from '../../host/temporaryFolder.ts';
import { spreadsheetWorker } from '../../support/spreadsheetWorker.ts';
import { inTurns } from '../inTurns.ts';
import { startLabelService } from '../labelService.ts';
import type { Measurement } from '../row.ts';

const labels = 100_000;

/** An export of all labels, beside fetching them alone. */
export async function measureLabelExport(): Promise<Measurement> {
  const service = await startLabelService({ labels, latency: 20 });
  const folder = makeTemporaryFolder('workforce-export');
  const source = service.repository;
  try {
    const times = await inTurns(
      {
        export: async () =>
          await exportLabels({
            content: { kind: 'filter', source, filter: {} },
            format: { kind: 'csv', fields: 'known' },
            spreadsheetWorker,
            path: path.join(folder.path, 'labels.csv'),
          }),
        fetch: async () => {
          for await (const _ of new CompleteWalk(source, {}).entries()) {
            // The labels are only fetched.
          }
        },
      },
      { rounds: 5, calls: 1 },
    );
    return {
      rows: [
        {
          name: `export ${labels.toLocaleString('en')} labels at 20 ms to CSV`,
          unit: 's',
          values: times.export.map((time) => time / 1000),
          comparison: {
            name: 'fetching them',
            values: times.fetch.map((time) => time / 1000),
            isInTurns: true,
          },
          budgets: [{ of: 'ratio', atMost: 1.2 }],
        },
      ],
    };
  } finally {
    folder.remove();
    await service.stop();
  }
}
