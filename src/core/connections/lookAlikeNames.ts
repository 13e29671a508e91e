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

/** Returns whether `name` mixes one of `alphabets` with letters of another, which can look alike. */
export function mixesAlphabets(name: string): boolean {
  const letters = name.replaceAll(mixable, '');
  return alphabets.some((alphabet) => {
    const others = letters.replaceAll(alphabet, '');
    return others !== '' && others !== letters;
  });
}

/** Returns what readers see of `name`: a letter may have a look-alike in one case only. */
function looksOf(name: string): readonly string[] {
  return [name, name.toLowerCase(), name.toUpperCase()].map(skeletonOf);
}

/** Returns `text` without case, width and invisible characters, with one for all look-alikes (UTS 39, “Confusable Detection”). */
function skeletonOf(text: string): string {
  const visible = text
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    // Russian is written with either.
    .replaceAll(/ё|е\u0308/giu, 'е');
  return (
    unhomoglyph(unhomoglyph(visible).normalize('NFKD'))
      .toLowerCase()
      // An upper-case I looks like a lower-case l.
      .replaceAll('i', 'l')
      // UTS 39 takes longer dashes for the sign of a long vowel in Japanese.
      .replaceAll(/[\p{Pd}\u30FC]/gu, '-')
      .replaceAll(/[\s\p{Cc}\u2800]+/gu, ' ')
      .trim()
  );
}
