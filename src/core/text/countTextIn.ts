/** Formats `count` for `language`, a language tag (BCP 47) such as the display language of VS Code. */
export function formatNumberIn(count: number, language: string): string {
  // `toLocaleString` caches the format of the last language; creating an `Intl.NumberFormat` each time would
  // be slow.
  return count.toLocaleString(language);
}

/**
 * Texts about a count in one language, by Unicode plural category, with the formatted count as argument. A
 * missing category falls back to `other`.
 */
export type CountTexts = Partial<Record<Intl.LDMLPluralRule, (count: string) => string>> & {
  readonly other: (count: string) => string;
};

/** Returns the text for `count` in the plural form of `language`, a language tag (BCP 47). */
export function countTextIn(count: number, language: string, texts: CountTexts): string {
  const text = texts[new Intl.PluralRules(language).select(count)] ?? texts.other;
  return text(formatNumberIn(count, language));
}
