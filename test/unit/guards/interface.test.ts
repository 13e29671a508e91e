import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** What says how the service behaves. */
const interfaceFile = 'docs/interface.md';

/** A citation of a numbered section: what is cited, its sections, and one of their rules. */
const citation =
  /((?:[\w./-]+\.md|RFC \d+|Annex \d+), )?\bsections? (\d[\d.]*(?:(?:, | and )\d[\d.]*)*)(?:,? rule (\d+))?/gi;

interface Citation {
  readonly file: string;
  readonly document: string;
  readonly place: string;
}

/** The numbers of the interface's sections, each with those of its rules: `4.1`, `4.1 rule 2`. */
async function placesOfInterface(): Promise<ReadonlySet<string>> {
  const text = await readFile(interfaceFile, 'utf8');
  const places = new Set<string>();
  let section = '';
  for (const [, heading, rule] of text.matchAll(/^(?:#+ (\d[\d.]*)\. |(\d+)\. )/gm)) {
    section = heading ?? section;
    places.add(rule === undefined ? section : `${section} rule ${rule}`);
  }
  return places;
}

/** Every citation of a numbered section below `src` and `test`. */
async function citations(): Promise<readonly Citation[]> {
  const found: Citation[] = [];
  for (const file of globSync('{src,test}/**/*.{ts,css}')) {
    const source = await readFile(file, 'utf8');
    const text = source.replaceAll(/\s*\n\s*(?:\*|\/\/) /g, ' ');
    for (const [, document = '', sections = '', rule] of text.matchAll(citation)) {
      for (const section of sections.split(/, | and /).map((number) => number.replace(/\.$/, ''))) {
        const place = rule === undefined ? section : `${section} rule ${rule}`;
        found.push({ file, document: document.replace(/, $/, ''), place });
      }
    }
  }
  return found;
}

describe('citations', () => {
  it('name the document whose section they mean', async () => {
    const all = await citations();
    assert.ok(all.some(({ document }) => document === interfaceFile));
    assert.deepEqual(
      all.filter(({ document }) => document === ''),
      [],
    );
  });

  it('name sections and rules of the interface that exist', async () => {
    const places = await placesOfInterface();
    const all = await citations();
    assert.ok(places.has('4.1 rule 2'));
    assert.deepEqual(
      all.filter(({ document, place }) => document === interfaceFile && !places.has(place)),
      [],
    );
  });
});
