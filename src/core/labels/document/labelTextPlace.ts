import { getLocation } from 'jsonc-parser';
import type { TextSpan } from './labelText.ts';

/** Field of a label's text at a position. */
export interface LabelTextPlace {
  readonly field: string;
  readonly part: 'name' | 'value';
  /** Span of the whole name or value; empty if a value is missing. */
  readonly span: TextSpan;
}

/**
 * Returns the field of a label's text at `offset` (in UTF-16 units), even if the text is invalid JSON.
 * Undefined between the fields and inside nested objects and arrays.
 */
export function labelTextPlace(text: string, offset: number): LabelTextPlace | undefined {
  const { isAtPropertyKey, path, previousNode } = getLocation(text, offset);
  const [field, ...deeper] = path;
  if (typeof field !== 'string' || deeper.length > 0) {
    return undefined;
  }
  if (previousNode === undefined) {
    return isAtPropertyKey ? undefined : { field, part: 'value', span: { offset, length: 0 } };
  }
  const { length, offset: start } = previousNode;
  return start <= offset && offset <= start + length
    ? { field, part: isAtPropertyKey ? 'name' : 'value', span: { offset: start, length } }
    : undefined;
}
