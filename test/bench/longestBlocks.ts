import { collectGarbage } from '../support/collectGarbage.ts';
import { watchTurns } from '../support/watchTurns.ts';
import type { Row } from './row.ts';

/** The longest that all extensions of a window may be kept waiting, in milliseconds. */
const bound = 50;

/** Longest turn of the event loop during each of several pieces of work on as many labels. */
export class LongestBlocks {
  readonly rows: Row[] = [];
  readonly #labels: number;

  constructor(labels: number) {
    this.#labels = labels;
  }

  /** Does `work`, measures it, and returns its result. */
  async measure<T>(name: string, work: () => Promise<T>): Promise<T> {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
    const turns = watchTurns();
    const result = await work();
    const longest = turns.end();
    this.rows.push({
      name: `longest block of work: ${name}, ${this.#labels.toLocaleString('en')} labels`,
      unit: 'ms',
      values: [longest.work],
      comparison: { name: 'by the clock on the wall', values: [longest.elapsed] },
      budgets: [{ of: 'figure', atMost: bound }],
    });
    return result;
  }
}
