import { textChange } from '../../text/textChange.ts';

/**
 * Rebases input: makes the change `base` → `typed` in `current`, which was derived from `base`, too, so that neither
 * reverts the other.
 */
export function rebaseInput(base: string, typed: string, current: string): string {
  if (base === current || base === typed) {
    return base === current ? typed : current;
  }
  const own = textChange(base, typed);
  const other = textChange(base, current);
  const shift = other.content.length - (other.end - other.start);
  const otherEnd = other.start + other.content.length;
  // What the other side put in at an end of what was replaced stays outside of that.
  let { start, end } = own;
  if (start > other.start || start >= other.end) {
    start = start >= other.end ? start + shift : otherEnd;
  }
  if (end > other.start) {
    end = end >= other.end ? end + shift : other.start;
  }
  // And what it put in unseen in the middle stays too.
  const isAround = start <= other.start && end >= otherEnd;
  const content = isAround ? own.content + other.content : own.content;
  return current.slice(0, start) + content + current.slice(Math.max(start, end));
}
