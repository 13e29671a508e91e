/**
 * Returns `text` if it has no more than `maximumLength` UTF-16 units, else its beginning and an ellipsis.
 * No character is torn apart.
 */
export function cutText(text: string, maximumLength: number): string {
  return text.length > maximumLength
    ? `${text.slice(0, maximumLength).replace(/[\uD800-\uDBFF]$/u, '')}…`
    : text;
}
