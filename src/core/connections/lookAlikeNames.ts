/** Letters and digits that look like a Latin letter, in lower or upper case, by that letter. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аα',
    b: 'вβ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еεё',
    h: 'нһη',
    j: 'ј',
    k: 'кκ',
    // An upper-case I and a lower-case l look alike.
    l: 'i1|іιӏ',
    m: 'мμ',
    n: 'ν',
    o: '0оο',
    p: 'рρ',
    q: 'ԛ',
    s: 'ѕ',
    t: 'тτ',
    w: 'ԝ',
    x: 'хχ',
    y: 'уυ',
    z: 'ζ',
  }).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);

/** Alphabets with letters that look alike. */
const alphabets: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
];

/** Returns whether a reader could take one name for the other. */
export function areLookAlike(one: string, other: string): boolean {
  return skeletonOf(one) === skeletonOf(other);
}

/** Returns whether `name` has letters of several alphabets, some of whose letters look alike. */
export function mixesAlphabets(name: string): boolean {
  return alphabets.filter((letter) => letter.test(name)).length > 1;
}

/** Returns what a reader sees of `name`: without case, width, invisible characters and look-alikes. */
function skeletonOf(name: string): string {
  // To upper case first, which folds more: ß and ss are the same.
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  const visible = folded
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replaceAll(/[\s\p{Cc}\u2800]+/gu, ' ')
    .trim();
  return Array.from(visible, (character) => lookAlikes.get(character) ?? character).join('');
}
