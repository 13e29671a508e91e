/** Source of numbers in [0, 1), determined by a seed. */
export type Random = () => number;

/** Returns the hash of a seed text as a number (FNV-1a, 32 bits). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Creates a Mulberry32 generator: small, fast and identical on every machine; sufficient for sample data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Returns a random item of a non-empty list. */
export function pick<T>(random: Random, items: readonly [T, ...T[]]): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** Returns the items shuffled, without moving any item by more than `distance` places. */
export function shuffledNearby<T>(items: readonly T[], distance: number, random: Random): T[] {
  return items
    .map((item, index) => ({ item, place: index + random() * (distance + 1) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
