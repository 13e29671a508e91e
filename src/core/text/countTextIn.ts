import { formatNumberIn } from './formatNumberIn.ts';

/**
 * What a language says about a count, by the plural categories of Unicode that it has: each gets the
 * count as the language writes it. A category without a text of its own has that of `other`.
 */
export type CountTexts = Partial<Record<Intl.LDMLPluralRule, (count: string) => string>> & {
  readonly other: (count: string) => string;
};

/** Says `count` in the plural that `language`, a language tag (BCP 47), has for it. */
export function countTextIn(count: number, language: string, texts: CountTexts): string {
  const text = texts[new Intl.PluralRules(language).select(count)] ?? texts.other;
  return text(formatNumberIn(count, language));
}
