/**
 * Text whose words come from elsewhere, for notifications: there VS Code makes links, even to commands,
 * of `[text](address)`. A word joiner, which cannot be seen, keeps it text. The message of a view that
 * is a plain string needs none of this.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', ']\u2060(');
}
