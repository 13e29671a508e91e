/**
 * Returns text from outside for notifications, where VS Code turns `[text](address)` into a link, even to
 * a command. An invisible word joiner keeps it text. The message of a view, a plain string, does not
 * need this.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', ']\u2060(');
}
