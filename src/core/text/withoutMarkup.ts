/**
 * Returns text from outside for the places where VS Code draws an icon for `$(name)`: rows and messages of
 * a quick input, and the status bar. An invisible word joiner keeps it text. A backslash would do for the
 * drawing, but shows when the rows are searched or read out.
 */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u2060(');
}

/**
 * Returns text from outside for notifications, where VS Code turns `[text](address)` into a link, even to
 * a command. An invisible word joiner keeps it text. The message of a view, a plain string, does not
 * need this.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', ']\u2060(');
}
