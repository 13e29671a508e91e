/** Marks of a quotation within another one, by those of the outer one, in all display languages. */
const innerMarks: Readonly<Record<string, string>> = {
  '“': '‘',
  '”': '’',
  '„': '‚',
  '«': '‹',
  '»': '›',
  '「': '『',
  '」': '』',
};

/** Returns `text` as it is quoted: its own quotation marks become those of a quotation within another one. */
export function innerQuotes(text: string): string {
  return Array.from(text, (character) => innerMarks[character] ?? character).join('');
}
