import { parse } from 'csv-parse/sync';
import { readImport } from '../../../src/core/labels/exchange/labelImport.ts';
import { watchTurns } from '../../support/watchTurns.ts';
import type { Measurement } from '../row.ts';

const rows = 100_000;
const rounds = 5;

/** How long reading a large CSV file keeps everything else of the process waiting. */
export async function measureLabelImport(): Promise<Measurement> {
  const bytes = new TextEncoder().encode(csvText());
  const values: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    values.push(await longestTurn(async () => await readImport(bytes)));
    whole.push(
      await longestTurn(() => parse(new TextDecoder().decode(bytes), { columns: true, bom: true })),
    );
  }
  const megabytes = Math.round(bytes.length / 1e6);
  return {
    rows: [
      {
        name: `import of ${rows.toLocaleString('en')} rows, ${megabytes} MB, longest block`,
        unit: 'ms',
        values,
        comparison: { name: 'csv-parse, all at once', values: whole },
        budgets: [{ of: 'figure', atMost: 50 }],
      },
    ],
  };
}

function csvText(): string {
  const name = 'Forklift licence, renewed every year '.repeat(12);
  const lines = Array.from(
    { length: rows },
    (_, index) => `${index + 1},CODE-${index + 1},"${name}${index}",${index % 3}`,
  );
  return `id,labelCode,labelName,labelStatus\r\n${lines.join('\r\n')}\r\n`;
}

async function longestTurn(work: () => unknown): Promise<number> {
  const turns = watchTurns();
  await work();
  return turns.end();
}
