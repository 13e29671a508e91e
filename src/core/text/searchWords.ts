/** Letters that Unicode does not decompose, with their plain spelling. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ı: 'i',
};

/** Text without accents or variant widths. */
const plainText = /^[\0-\x7F]*$/;

/** Folds `text` for search: ignores case, accents and character width. */
export function foldedText(text: string): string {
  if (plainText.test(text)) {
    return text.toLowerCase();
  }
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\P{ASCII}/gu, (letter) => plainLetters[letter] ?? letter);
}

/** Returns the words of `text`, without hyphens and other separators. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Returns whether `text`, which must be folded, contains all `words` of a folded text, in any order. */
export function containsWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
