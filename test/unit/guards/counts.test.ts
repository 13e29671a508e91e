import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/** A number, and behind it what may be the plural of a noun. */
const pluralBehindNumber = /\{\d\} (\p{L}+s|entries)\b/iu;

/** Words behind the name of a thing that look like plurals. */
const otherWords = new Set(['accepts', 'as', 'does', 'gives', 'has', 'is', 'keeps', 'ms', 'was']);

/** Plural forms of a text, as `countText` takes them. */
const pluralForms = new Set<unknown>(['zero', 'one', 'two', 'few', 'many', 'other']);

/** Texts whose number is never one, and why none of `countText` is needed. */
const neverOne: Readonly<Record<string, string>> = {
  'An Excel sheet has at most {0} rows. Export to CSV instead.': 'the limit of Excel',
  'The file has more than {0} rows. Split it into smaller files.': 'the limit of Excel',
  'more than {0} records in one page': 'the limit of the service',
  'Edit: {0} labels': 'one label is named; core knows no display language',
};

/** The texts in a file that have a number before a plural, in no plural form. */
function uncounted(file: string): string[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  const forms: { readonly start: number; readonly end: number }[] = [];
  const found: string[] = [];
  new Visitor({
    Property: ({ end, key, start }) => {
      if (key.type === 'Identifier' && pluralForms.has(key.name)) {
        forms.push({ start, end });
      }
    },
  }).visit(program);
  new Visitor({
    Literal: ({ end, start, value }) => {
      const noun = typeof value === 'string' ? pluralBehindNumber.exec(value)?.[1] : undefined;
      const isForm = forms.some((form) => form.start <= start && end <= form.end);
      if (typeof value === 'string' && noun !== undefined && !otherWords.has(noun) && !isForm) {
        found.push(value);
      }
    },
  }).visit(program);
  return found;
}

describe('the number of things', () => {
  it('stands before the plural of their noun only in texts for `countText`', () => {
    const found = globSync('src/**/*.ts').flatMap(uncounted);
    assert.deepEqual(found.toSorted(), Object.keys(neverOne).toSorted());
  });
});
