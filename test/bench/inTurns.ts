import assert from 'node:assert/strict';
import { Bench } from 'tinybench';

/** How often each way is gone. */
export interface Turns {
  readonly rounds: number;
  /** In each round; a round counts as one value, their median. */
  readonly calls: number;
}

/**
 * Times several ways to do the same thing, one after another in each round: what else the machine does
 * meets all of them. Returns milliseconds, one for each round; those of one round are at the same place.
 */
export async function inTurns<Name extends string>(
  ways: Readonly<Record<Name, () => Promise<unknown>>>,
  { calls, rounds }: Turns,
): Promise<Record<Name, readonly number[]>> {
  const times: Record<string, number[]> = {};
  const names = Object.keys(ways).filter((name): name is Name => Object.hasOwn(ways, name));
  for (let round = 0; round < rounds; round += 1) {
    const bench = new Bench({
      iterations: calls,
      time: 0,
      // One call that lasts seconds is its own warm-up.
      warmup: round === 0 && calls > 1,
      warmupIterations: calls,
      warmupTime: 0,
      throws: true,
    });
    // Who comes first pays for what the one before has left behind.
    const from = round % names.length;
    for (const name of [...names.slice(from), ...names.slice(0, from)]) {
      bench.add(name, ways[name]);
    }
    for (const { name, result } of await bench.run()) {
      assert.ok(result.state === 'completed');
      (times[name] ??= []).push(result.latency.p50);
    }
  }
  const timesOf = (name: Name): readonly number[] => times[name] ?? [];
  return mapKeys(names, timesOf);
}

function mapKeys<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value>;
function mapKeys(
  names: readonly string[],
  valueOf: (name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}
