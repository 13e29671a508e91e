import { getLocation } from 'jsonc-parser';
import type { TextSpan } from './labelText.ts';

/** A field of a label's text, as far as a place in the text is in it. */
export interface LabelTextPlace {
  readonly field: string;
  readonly part: 'name' | 'value';
  /** The whole name or value; of no length where a value is still missing. */
  readonly span: TextSpan;
}

/**
 * In which field of a label's text the place `offset` (in UTF-16 units) is, also while the text is no
 * valid JSON. Undefined between the fields and inside of values that are objects or arrays.
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
