import { parse } from 'csv-parse/sync';
import { readImport } from '../../../src/core/labels/exchange/labelImport.ts';
import { spreadsheetWorker } from '../../support/spreadsheetWorker.ts';
import { watchTurns, type LongestTurn } from '../../support/watchTurns.ts';
import type { Measurement } from '../row.ts';

const rows = 100_000;
const rounds = 5;

interface Times extends LongestTurn {
  readonly total: number;
}

/** Time that reading a large CSV file takes, and for which it keeps everything else of the process waiting. */
export async function measureLabelImport(): Promise<Measurement> {
  const bytes = new TextEncoder().encode(csvText());
  const ours: Times[] = [];
  const whole: Times[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await timesOf(async () => await readImport(bytes, { spreadsheetWorker })));
    whole.push(
      await timesOf(() => parse(new TextDecoder().decode(bytes), { columns: true, bom: true })),
    );
  }
  const name = `import of ${rows.toLocaleString('en')} rows, ${Math.round(bytes.length / 1e6)} MB`;
  return {
    rows: [
      {
        name,
        unit: 'ms',
        values: ours.map(({ total }) => total),
        comparison: {
          name: 'csv-parse, all at once',
          values: whole.map(({ total }) => total),
          isInTurns: true,
        },
        budgets: [{ of: 'ratio', atMost: 2 }],
      },
      {
        name: `${name}, longest block of work`,
        unit: 'ms',
        values: ours.map(({ work }) => work),
        comparison: {
          name: 'by the clock on the wall',
          values: ours.map(({ elapsed }) => elapsed),
          isInTurns: true,
        },
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

async function timesOf(work: () => unknown): Promise<Times> {
  const turns = watchTurns();
  const begun = performance.now();
  await work();
  const total = performance.now() - begun;
  return { ...turns.end(), total };
}
