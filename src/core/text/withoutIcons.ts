/**
 * Text whose words come from elsewhere, for the places where VS Code draws an icon for `$(name)`: rows
 * and messages of a quick input, and the status bar. A word joiner, which cannot be seen, keeps it text;
 * VS Code honours a backslash when it draws, but not when it searches the rows or reads them out.
 */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u2060(');
}
