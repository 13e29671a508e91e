/**
 * Returns text from outside for the places where VS Code draws an icon for `$(name)`: rows and messages of
 * a quick input, and the status bar. An invisible word joiner keeps it text. A backslash would do for the
 * drawing, but shows when the rows are searched or read out.
 */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u2060(');
}
