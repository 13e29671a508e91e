/** Formats `count` for `language`, a language tag (BCP 47) such as the display language of VS Code. */
export function formatNumberIn(count: number, language: string): string {
  // It caches the format of the last language; a new Intl.NumberFormat each time would be slow.
  return count.toLocaleString(language);
}
