/**
 * Truncates `text` to `maximumLength` UTF-16 units, followed by an ellipsis. Never splits a character, and
 * closes a bidirectional isolate that would end after the cut.
 */
export function cutText(text: string, maximumLength: number): string {
  if (text.length <= maximumLength) {
    return text;
  }
  const start = text.slice(0, maximumLength).replace(/[\uD800-\uDBFF]$/u, '');
  const isOpen = start.lastIndexOf('\u2068') > start.lastIndexOf('\u2069');
  return `${start}…${isOpen ? '\u2069' : ''}`;
}
