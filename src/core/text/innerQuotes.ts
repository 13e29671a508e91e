/** Quotation marks within a quotation, by the corresponding outer marks, in all display languages. */
const innerMarks: Readonly<Record<string, string>> = {
  '“': '‘',
  '”': '’',
  '„': '‚',
  '«': '‹',
  '»': '›',
  '「': '『',
  '」': '』',
};

/** Returns `text` as it appears within a quotation: its own quotation marks become inner ones. */
export function innerQuotes(text: string): string {
  return Array.from(text, (character) => innerMarks[character] ?? character).join('');
}
