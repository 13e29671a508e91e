import type { SpreadsheetCell } from '../../../src/core/spreadsheet/spreadsheet.ts';
import {
  readSpreadsheet,
  writeSpreadsheet,
} from '../../../src/core/spreadsheet/spreadsheetThread.ts';
import { spreadsheetWorker as script } from '../../support/spreadsheetWorker.ts';
import { watchTurns, type LongestTurn } from '../../support/watchTurns.ts';
import type { Measurement, Row } from '../row.ts';

const count = 100_000;
const rounds = 3;

const columns = [
  { title: 'id', kind: 'text', width: 22 },
  { title: 'labelCode', kind: 'text', width: 24 },
  { title: 'labelName', kind: 'text', width: 48 },
  { title: 'labelStatus', kind: 'number', width: 16 },
] as const;

/** What one way of a workbook takes. */
interface Costs extends LongestTurn {
  readonly total: number;
  /** Memory of the process above that at the start, at most, in bytes. */
  readonly memory: number;
}

/** Time and memory for workbooks, and for how long they keep everything else of the process waiting. */
export async function measureSpreadsheet(): Promise<Measurement> {
  const writing: Costs[] = [];
  const reading: Costs[] = [];
  for (let round = 0; round < rounds; round++) {
    const chunks: Uint8Array[] = [];
    const table = { sheetName: 'Labels', columns, rows: batches() };
    writing.push(
      await costsOf(async () => {
        for await (const chunk of writeSpreadsheet(table, { script })) {
          chunks.push(chunk);
        }
      }),
    );
    const bytes = Buffer.concat(chunks);
    reading.push(
      await costsOf(async () => {
        for await (const _ of readSpreadsheet(bytes, { script })) {
          // The rows are only read.
        }
      }),
    );
  }
  const labels = `${count.toLocaleString('en')} labels`;
  return {
    rows: [
      ...rowsOf(`write ${labels} to a workbook`, writing),
      ...rowsOf(`read ${labels} from a workbook`, reading),
    ],
  };
}

function rowsOf(name: string, costs: readonly Costs[]): readonly Row[] {
  return [
    { name, unit: 'ms', values: costs.map(({ total }) => total) },
    {
      name: `${name}, longest block of work`,
      unit: 'ms',
      values: costs.map(({ work }) => work),
      comparison: {
        name: 'by the clock on the wall',
        values: costs.map(({ elapsed }) => elapsed),
        isInTurns: true,
      },
      budgets: [{ of: 'figure', atMost: 50 }],
    },
    { name: `${name}, memory`, unit: 'bytes', values: costs.map(({ memory }) => memory) },
  ];
}

async function* batches(): AsyncGenerator<
  readonly (readonly SpreadsheetCell[])[],
  void,
  undefined
> {
  for (let start = 0; start < count; start += 200) {
    yield Array.from({ length: 200 }, (_, index) => {
      const number = start + index;
      const id = `17845192300${String(number).padStart(8, '0')}`;
      return [id, `CODE-${number}`, `Forklift licence, renewed every year ${number}`, number % 5];
    });
  }
}

async function costsOf(work: () => Promise<void>): Promise<Costs> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const turns = watchTurns();
  const begun = performance.now();
  await work();
  const total = performance.now() - begun;
  const longest = turns.end();
  clearInterval(timer);
  return { ...longest, total, memory: most - before };
}
