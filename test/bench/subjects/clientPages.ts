import { Agent, request } from 'undici';
import { inTurns } from '../inTurns.ts';
import { startLabelService } from '../labelService.ts';
import type { Measurement, Row } from '../row.ts';

const sizes = [20, 200, 500];
const turns = { rounds: 15, calls: 60 };

/** Why a budget may be missed: measured part by part, against a service that answers at once. */
const reasons = {
  small:
    'Of the 55 µs of work that the client adds to bare fetch, the timer and the signal of the time limit take 10, the transport 7, the labels 5, the schema of the page 5 and the address 4; the rest is in no one place.',
  large:
    'Bare fetch, the only way that honours the proxy settings, has itself 0.7 of undici.request at 200 labels and 0.83 at 500. At 500, for which it takes 680 µs, the client takes some 150 more: looking for numbers that would lose digits 70, the labels 20, what any request takes 55.',
};

/** Pages of labels through the client of the extension, beside the least that a request for one can be. */
export async function measureClientPages(): Promise<Measurement> {
  const service = await startLabelService({ labels: 2000 });
  const dispatcher = new Agent();
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
          undici: async () => {
            const { body } = await request(url, { headers, dispatcher });
            const page: unknown = JSON.parse(await body.text());
            return page;
          },
          fetch: async () => await (await fetch(url, { headers })).json(),
        },
        turns,
      );
      const values = times.client.map(perSecond);
      const name = `pages of ${size} labels through the client`;
      rows.push({
        name,
        unit: 'per second',
        values,
        comparison: { name: 'undici.request + JSON.parse', values: times.undici.map(perSecond) },
        ...(size === 20 ? {} : { budgets: [{ of: 'ratio', atLeast: 0.8 }], reason: reasons.large }),
      });
      rows.push({
        name,
        unit: 'per second',
        values,
        comparison: { name: 'bare fetch', values: times.fetch.map(perSecond) },
        ...(size === 20 ? { budgets: [{ of: 'ratio', atLeast: 0.9 }], reason: reasons.small } : {}),
      });
    }
  } finally {
    await dispatcher.close();
    await service.stop();
  }
  return { rows };
}

function perSecond(milliseconds: number): number {
  return 1000 / milliseconds;
}
