import { inTurns } from '../inTurns.ts';
import { startLabelService } from '../labelService.ts';
import type { Measurement, Row } from '../row.ts';

const sizes = [20, 200, 500];
const turns = { rounds: 15, calls: 60 };

/** Why the budget may be missed: measured part by part, against a service that answers at once. */
const reason =
  'At 500 labels, for which bare fetch takes 680 µs, the client takes some 150 more: looking for numbers that would lose digits 70, the labels 20, what any request takes 55.';

/** Pages of labels through the client of the extension, beside bare fetch. */
export async function measureClientPages(): Promise<Measurement> {
  const service = await startLabelService({ labels: 2000 });
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${service.accessToken}`,
  };
  const rows: Row[] = [];
  try {
    for (const size of sizes) {
      const url = `${service.address.baseUrl}/api/v2/label/list?current=1&size=${size}`;
      const times = await inTurns(
        {
          client: async () => await service.repository.page({ current: 1, size }),
          fetch: async () => await (await fetch(url, { headers })).json(),
        },
        turns,
      );
      rows.push({
        name: `pages of ${size} labels through the client`,
        unit: 'per second',
        values: times.client.map(perSecond),
        comparison: { name: 'bare fetch', values: times.fetch.map(perSecond), isInTurns: true },
        budgets: [{ of: 'ratio', atLeast: 0.85 }],
        reason,
      });
    }
  } finally {
    await service.stop();
  }
  return { rows };
}

function perSecond(milliseconds: number): number {
  return 1000 / milliseconds;
}
