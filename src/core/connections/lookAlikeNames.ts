import unhomoglyph from 'unhomoglyph';

/** Letters of each alphabet that has many look-alikes in others. */
const alphabets: readonly RegExp[] = [
  /\p{Script=Latin}/gu,
  /\p{Script=Greek}/gu,
  /\p{Script=Cyrillic}/gu,
];

/** Characters that ordinary names mix with any alphabet (UTS 39, “Highly Restrictive”). */
const mixable =
  /[\P{L}\p{Script=Common}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/gu;

/** Returns whether a reader could take one name for the other, in any case. */
export function areLookAlike(one: string, other: string): boolean {
  const looks = looksOf(one);
  return looksOf(other).some((look) => looks.includes(look));
}

/** Returns whether `name` mixes letters of one of `alphabets` with other letters, which can look alike. */
export function mixesAlphabets(name: string): boolean {
  const letters = name.replaceAll(mixable, '');
  return alphabets.some((alphabet) => {
    const others = letters.replaceAll(alphabet, '');
    return others !== '' && others !== letters;
  });
}

/** Returns the skeletons of `name` in each case, as a letter may have a look-alike in only one case. */
function looksOf(name: string): readonly string[] {
  return [name, name.toLowerCase(), name.toUpperCase()].map(skeletonOf);
}

/**
 * Returns `text` without case, width and invisible characters, with one character for all that look alike
 * (UTS 39, “Confusable Detection”).
 */
function skeletonOf(text: string): string {
  const visible = text
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    // Russian is written with ё or with е.
    .replaceAll(/ё|е\u0308/giu, 'е');
  return (
    unhomoglyph(unhomoglyph(visible).normalize('NFKD'))
      .toLowerCase()
      // An upper-case I looks like a lower-case l.
      .replaceAll('i', 'l')
      // UTS 39 maps longer dashes to the Japanese sign of a long vowel.
      .replaceAll(/[\p{Pd}\u30FC]/gu, '-')
      .replaceAll(/[\s\p{Cc}\u2800]+/gu, ' ')
      .trim()
  );
}
