import { setImmediate } from 'node:timers/promises';

/** Hands out `items` a few at a time, with turns for other work of this process in between. */
export async function* inSlices<T>(
  items: Iterable<T>,
  size: number,
): AsyncGenerator<readonly T[], void, undefined> {
  let slice: T[] = [];
  for (const item of items) {
    slice.push(item);
    if (slice.length === size) {
      yield slice;
      slice = [];
      await setImmediate();
    }
  }
  if (slice.length > 0) {
    yield slice;
  }
}

/** How many are sorted at a time: few milliseconds' work. */
const sortedAtATime = 2000;

/** As `Array.from(items).sort(compare)`, with turns for other work of this process in between. */
export async function sortInSlices<T>(
  items: Iterable<T>,
  compare: (one: T, other: T) => number,
): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for await (const slice of inSlices(items, sortedAtATime)) {
    runs.push(slice.toSorted(compare));
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** What is in both, of which each is sorted; of equal ones, those of `first` stand before. */
async function merge<T>(
  first: readonly T[],
  second: readonly T[],
  compare: (one: T, other: T) => number,
): Promise<readonly T[]> {
  const merged: T[] = [];
  const others = second.values();
  let other = others.next();
  for await (const slice of inSlices(first, sortedAtATime)) {
    for (const item of slice) {
      while (other.done !== true && compare(other.value, item) < 0) {
        merged.push(other.value);
        other = others.next();
      }
      merged.push(item);
    }
  }
  for (; other.done !== true; other = others.next()) {
    merged.push(other.value);
  }
  return merged;
}
