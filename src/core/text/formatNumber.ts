/** A count as `language` writes it: a language tag (BCP 47), such as the one that VS Code is set to. */
export function formatNumber(count: number, language: string): string {
  // Keeps the format of the last language by itself, which making an Intl.NumberFormat does not.
  return count.toLocaleString(language);
}
