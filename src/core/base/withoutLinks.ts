/**
 * Text whose words come from elsewhere, for the places where VS Code makes links, even to commands, of
 * `[text](address)`: notifications and the message of a view. A word joiner, which cannot be seen,
 * keeps it text.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', ']\u2060(');
}
