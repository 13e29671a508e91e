import { textChange } from '../../text/textChange.ts';

/**
 * Returns `current` with the change `base` → `typed`. As `current` was also derived from `base`, neither
 * change may revert the other.
 */
export function rebaseInput(base: string, typed: string, current: string): string {
  if (base === current || base === typed) {
    return base === current ? typed : current;
  }
  const own = textChange(base, typed);
  const other = textChange(base, current);
  const shift = other.content.length - (other.end - other.start);
  const otherEnd = other.start + other.content.length;
  // Text that the other side inserted at the edge of the replaced range stays outside it.
  let { start, end } = own;
  if (start > other.start || start >= other.end) {
    start = start >= other.end ? start + shift : otherEnd;
  }
  if (end > other.start) {
    end = end >= other.end ? end + shift : other.start;
  }
  // Text that the other side inserted inside the range is kept, too.
  const isAround = start <= other.start && end >= otherEnd;
  const content = isAround ? own.content + other.content : own.content;
  return current.slice(0, start) + content + current.slice(Math.max(start, end));
}
