import { setImmediate } from 'node:timers/promises';

/** Default number of items per slice: a few milliseconds of work with labels. */
const defaultSize = 2000;

/** Yields `items` in slices, letting other work of this process run in between. */
export async function* inSlices<T>(
  items: Iterable<T>,
  size = defaultSize,
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

/** Time after which other work runs, in milliseconds. */
const sliceTime = 5;

/** Yields `items` one by one, letting other work of this process run every few milliseconds. */
export async function* itemsInSlices<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  let began = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - began >= sliceTime) {
      await setImmediate();
      began = performance.now();
    }
  }
}

/**
 * Groups as `Map.groupBy(items, keyOf)` does, but leaves out items without a key, yielding to other work of this
 * process in between.
 */
export async function groupInSlices<Key, T>(
  items: Iterable<T>,
  keyOf: (item: T) => Key | undefined,
): Promise<ReadonlyMap<Key, readonly T[]>> {
  const groups = new Map<Key, T[]>();
  for await (const item of itemsInSlices(items)) {
    const key = keyOf(item);
    const group = key === undefined ? undefined : groups.get(key);
    if (group !== undefined) {
      group.push(item);
    } else if (key !== undefined) {
      groups.set(key, [item]);
    }
  }
  return groups;
}

/** Sorts as `Array.from(items).sort(compare)` does, yielding to other work of this process in between. */
export async function sortInSlices<T>(
  items: Iterable<T>,
  compare: (one: T, other: T) => number,
): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for await (const slice of inSlices(items)) {
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

/** Merges two sorted lists; of equal items, those of `first` come first. */
async function merge<T>(
  first: readonly T[],
  second: readonly T[],
  compare: (one: T, other: T) => number,
): Promise<readonly T[]> {
  const merged: T[] = [];
  const others = second.values();
  let other = others.next();
  for await (const slice of inSlices(first)) {
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
