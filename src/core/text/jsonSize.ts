/** Limits for an external value. */
export interface JsonLimits {
  /** Maximum nesting of objects and arrays. */
  readonly depth: number;
  /** Maximum number of UTF-16 units of its texts and property names, plus one for each value. */
  readonly size: number;
}

/** Returns the limit that `value` exceeds, if any, without reading beyond the limits. */
export function excessOf(
  value: unknown,
  { depth, size }: JsonLimits,
): keyof JsonLimits | undefined {
  const left = leftOf(size, value, depth);
  return left >= 0 ? undefined : left === -Infinity ? 'depth' : 'size';
}

/** Returns the size of a value that is within the limits. */
export function sizeOf(value: unknown, { depth, size }: JsonLimits): number {
  return size - leftOf(size, value, depth);
}

/** Returns the rest of `size` after `value`: negative if it is too large, `-Infinity` if it is too deep. */
function leftOf(size: number, value: unknown, depth: number): number {
  let left = size - 1;
  if (typeof value === 'string') {
    return left - value.length;
  }
  if (typeof value !== 'object' || value === null) {
    return left;
  }
  if (depth === 0) {
    return -Infinity;
  }
  if (Array.isArray(value)) {
    const elements: readonly unknown[] = value;
    for (let index = 0; index < elements.length && left >= 0; index++) {
      left = leftOf(left, elements[index], depth - 1);
    }
    return left;
  }
  // Not `Object.entries`, which would create all entries before the first is checked.
  for (const name in value) {
    if (left < 0) {
      break;
    }
    left = leftOf(left - name.length, Reflect.get(value, name), depth - 1);
  }
  return left;
}
