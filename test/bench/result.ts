import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import type { Measurement } from './row.ts';

const unit = z.enum(['ms', 's', 'bytes', 'per second', 'requests', 'rows']);
const values = z.array(z.number()).min(1);
const budget = z.union([
  z.object({ of: z.enum(['figure', 'ratio', 'difference']), atMost: z.number() }),
  z.object({ of: z.enum(['figure', 'ratio']), atLeast: z.number() }),
]);

const resultSchema = z.object({
  at: z.iso.datetime(),
  machine: z.string(),
  load: z.tuple([z.number(), z.number()]),
  rows: z.array(
    z.object({
      name: z.string(),
      unit,
      values,
      comparison: z.exactOptional(
        z.object({ name: z.string(), values, isInTurns: z.exactOptional(z.literal(true)) }),
      ),
      budgets: z.exactOptional(z.array(budget)),
      reason: z.exactOptional(z.string()),
    }),
  ),
  growth: z.exactOptional(
    z.array(
      z.object({ name: z.string(), unit, values: z.array(z.tuple([z.number(), z.number()])) }),
    ),
  ),
});

/** The results of several subjects, as they are kept in a file. */
export const resultsSchema = z.record(z.string(), resultSchema);

/** What a subject has measured, and when and where. */
export interface Result extends Measurement {
  readonly at: string;
  readonly machine: string;
  /** How many processes wanted a processor, before and after. */
  readonly load: readonly [number, number];
}

/** Results by the names of their subjects. */
export type Results = Readonly<Record<string, Result>>;

/** Measures, and notes what else the machine has done; `browser` is the one that windows are shown in, if any are. */
export async function resultOf(
  measure: () => Promise<Measurement>,
  browser?: string,
): Promise<Result> {
  const at = new Date().toISOString();
  const [before = 0] = loadavg();
  const measurement = await measure();
  const wrong = measurement.rows.find((row) => !row.values.every(Number.isFinite));
  if (wrong !== undefined) {
    throw new Error(`“${wrong.name}” was not measured: ${wrong.values.join(', ')}.`);
  }
  const [after = 0] = loadavg();
  const model = cpus()[0]?.model ?? 'unknown';
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = [
    `${cpus().length} × ${model}`,
    `${memory} GB`,
    `Node.js ${process.version}`,
    ...(browser === undefined ? [] : [path.basename(browser)]),
  ];
  return { ...measurement, at, machine: machine.join(', '), load: [before, after] };
}
