import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** A text, or one with a comment for translators. */
const bundleSchema = z.record(
  z.string(),
  z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]),
);

/** Each folder with texts: the English ones, and the file of each language beside them. */
const bundles = [
  {
    folder: 'l10n',
    english: 'bundle.l10n.json',
    others: /^bundle\.l10n\.([a-z]{2}(?:-[a-z]+)?)\.json$/,
  },
  {
    folder: '.',
    english: 'package.nls.json',
    others: /^package\.nls\.([a-z]{2}(?:-[a-z]+)?)\.json$/,
  },
] as const;

/** What a translation has to keep, in whichever order: placeholders, commands that links run, and code. */
const kept = /\{\d+\}|\]\(command:[\w.]+\)|`[^`]+`/g;

async function read(folder: string, name: string): Promise<Record<string, string>> {
  return bundleSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
}

async function languagesOf({ folder, others }: (typeof bundles)[number]): Promise<string[]> {
  return (await readdir(folder)).flatMap((name) => others.exec(name)?.[1] ?? []).toSorted();
}

function keptIn(text: string): string[] {
  return (text.match(kept) ?? []).toSorted();
}

describe('translations', () => {
  it('are of the same languages wherever there are texts', async () => {
    const [ofCode, ofManifest] = await Promise.all(bundles.map(languagesOf));
    assert.deepEqual(ofCode, ofManifest);
  });

  it('have the keys of the English texts and no others, and keep what is not words', async () => {
    for (const bundle of bundles) {
      const english = await read(bundle.folder, bundle.english);
      for (const language of await languagesOf(bundle)) {
        const name = bundle.english.replace(/\.json$/, `.${language}.json`);
        const translated = await read(bundle.folder, name);
        assert.deepEqual(Object.keys(translated).toSorted(), Object.keys(english).toSorted(), name);
        for (const [key, text] of Object.entries(translated)) {
          assert.notEqual(text.trim(), '', `${name}: ${key}`);
          assert.deepEqual(keptIn(text), keptIn(english[key] ?? ''), `${name}: ${key}`);
        }
      }
    }
  });

  it('are asked for by texts whose placeholders are counted from 0', async () => {
    for (const [key, text] of Object.entries(await read('l10n', 'bundle.l10n.json'))) {
      const numbers = [...text.matchAll(/\{(\d+)\}/g)].map(([, number]) => Number(number));
      const distinct = new Set(numbers);
      assert.equal(Math.max(-1, ...numbers) + 1, distinct.size, key);
    }
  });
});
