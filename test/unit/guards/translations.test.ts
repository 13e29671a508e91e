import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** A text, or one with a comment for translators. */
const bundleSchema = z.record(
  z.string(),
  z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]),
);

const manifestSchema = z.object({ l10n: z.string() });

/** Each folder with texts: the English ones, and the file of each language beside them. */
const bundles = [
  {
    folder: 'l10n',
    english: 'bundle.l10n.json',
    others: /^bundle\.l10n\.(.+)\.json$/,
  },
  {
    folder: '.',
    english: 'package.nls.json',
    others: /^package\.nls\.(.+)\.json$/,
  },
] as const;

/** The display languages of VS Code, as it names them. It takes a bundle by this very name, or none. */
const displayLanguages = new Set(
  'bg cs de es fr hu it ja ko pl pt-br ru tr zh-cn zh-tw'.split(' '),
);

/** What a translation has to keep, in whichever order: placeholders, links, code, addresses, settings. */
const kept = /\{\d+\}|\]\((?:command:[\w.]+|\{\d+\})\)|`[^`]+`|https?:\/\/[\w.:/]*|\bhttp\.\w+/g;

/** Words of English; a text without them may be the same in another language. */
const englishWords = /\b[a-z]{2,} [a-z]{2,}\b/;

/** The buttons that notifications of changes have at most, as many beside each other as there are. */
const rowsOfButtons = [
  ['Show Failures', 'Retry Failed', 'Resume', 'Undo'],
  ['Show Failures', 'Set Client Secret', 'Retry Failed'],
  ['Show Failures', 'Set Client Secret', 'Resume'],
  ['Show Details', 'Set Client Secret', 'Resume'],
  ['Set Client Secret', 'Show Log'],
  ['Edit as JSON', 'Reload Window'],
  ['Retry', 'Copy Sign-in Link'],
] as const;

/** What VS Code leaves for them in a notification, and takes for the edges of each, in pixels. */
const buttonsWidth = 419;
const buttonEdges = 22;

/** How wide letters are in DejaVu Sans, the widest font that VS Code takes, at 12 pixels. */
const letterWidths: readonly (readonly [RegExp, number])[] = [
  [/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u, 12],
  [/[mw\p{Lu}]/u, 9.5],
  [/[ijl’]/, 3.4],
  [/[frt -]/, 4.5],
];
const letterWidth = 7.3;

function widthOf(text: string): number {
  return Array.from(
    text,
    (letter) => letterWidths.find(([pattern]) => pattern.test(letter))?.[1] ?? letterWidth,
  ).reduce((sum, width) => sum + width, 0);
}

/**
 * What the three lines hold that VS Code shows of the walkthrough's description, in the same pixels: its
 * letters are larger, and long words do not fill a line.
 */
const descriptionWidth = 450;

interface Translation {
  /** The file and the key, to be named in a message. */
  readonly place: string;
  readonly english: string;
  readonly text: string;
}

async function read(folder: string, name: string): Promise<Record<string, string>> {
  return bundleSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
}

async function languagesOf({ folder, others }: (typeof bundles)[number]): Promise<string[]> {
  return (await readdir(folder)).flatMap((name) => others.exec(name)?.[1] ?? []).toSorted();
}

/**
 * All translations; fails if a file has a key that the English one has not. What is missing shows in English until
 * it is translated (`npm run l10n` lists it), and keeps a release from being packaged.
 */
async function translations(): Promise<readonly Translation[]> {
  const all: Translation[] = [];
  for (const bundle of bundles) {
    const english = await read(bundle.folder, bundle.english);
    for (const language of await languagesOf(bundle)) {
      const name = bundle.english.replace(/\.json$/, `.${language}.json`);
      const translated = await read(bundle.folder, name);
      assert.deepEqual(
        Object.keys(translated).filter((key) => !(key in english)),
        [],
        name,
      );
      for (const [key, text] of Object.entries(translated)) {
        all.push({ place: `${name}: ${key}`, english: english[key] ?? '', text });
      }
    }
  }
  return all;
}

function keptIn(text: string): string[] {
  return (text.match(kept) ?? []).toSorted();
}

/**
 * What Markdown shows in bold. A language that writes without spaces easily gets asterisks instead: none of
 * a pair may stand between a letter outside and punctuation inside (CommonMark, emphasis).
 */
function boldIn(text: string): string[] {
  return [...text.matchAll(/(?<=(.?))\*\*(.+?)\*\*(?=(.?))/gu)].flatMap(
    ([, before = '', inside = '', after = '']) =>
      isStuck(before, inside.charAt(0)) || isStuck(after, inside.charAt(inside.length - 1))
        ? []
        : [inside],
  );
}

function isStuck(outside: string, inside: string): boolean {
  return /[^\s\p{P}]/u.test(outside) && /\p{P}/u.test(inside);
}

describe('translations', () => {
  it('are of languages that VS Code has, the same ones wherever there are texts', async () => {
    const [ofCode = [], ofManifest] = await Promise.all(bundles.map(languagesOf));
    assert.deepEqual(ofCode, ofManifest);
    assert.deepEqual(
      ofCode.filter((language) => !displayLanguages.has(language)),
      [],
    );
    assert.ok(ofCode.includes('zh-cn'));
  });

  it('of the manifest are recorded with the English texts that they stand for', async () => {
    const recorded = await read('release', 'translatedManifestTexts.json');
    assert.deepEqual(
      Object.keys(recorded).toSorted(),
      Object.keys(await read('.', 'package.nls.json')).toSorted(),
      'Run `npm run l10n`.',
    );
  });

  it('are where the manifest tells VS Code to look for those of the code', async () => {
    const manifest = manifestSchema.parse(JSON.parse(await readFile('package.json', 'utf8')));
    assert.equal(join(manifest.l10n), bundles[0].folder);
  });

  it('have no keys but those of the English texts, and keep what is not words', async () => {
    for (const { english, place, text } of await translations()) {
      assert.notEqual(text.trim(), '', place);
      assert.deepEqual(keptIn(text), keptIn(english), place);
    }
  });

  it('leave no sentence in English', async () => {
    for (const { english, place, text } of await translations()) {
      assert.ok(text !== english || !englishWords.test(text), place);
    }
  });

  it('show in bold what the English texts do', async () => {
    for (const { english, place, text } of await translations()) {
      assert.equal(boldIn(text).length, boldIn(english).length, place);
    }
  });

  it('name the button of the sandbox in the walkthrough as the sandbox does', async () => {
    for (const language of await languagesOf(bundles[0])) {
      const ofCode = await read('l10n', `bundle.l10n.${language}.json`);
      const ofManifest = await read('.', `package.nls.${language}.json`);
      const step = ofManifest['walkthrough.connect.description'] ?? '';
      assert.ok(step.includes(`**${ofCode['Approve']}**`), `${language}: ${step}`);
    }
  });

  it('are asked for by texts whose placeholders are counted from 0', async () => {
    for (const [key, text] of Object.entries(await read('l10n', 'bundle.l10n.json'))) {
      const numbers = [...text.matchAll(/\{(\d+)\}/g)].map(([, number]) => Number(number));
      const distinct = new Set(numbers);
      assert.equal(Math.max(-1, ...numbers) + 1, distinct.size, key);
    }
  });

  it('fit where VS Code cuts them: on the buttons of a notification', async () => {
    const languages = ['', ...(await languagesOf(bundles[0])).map((language) => `.${language}`)];
    for (const language of languages) {
      // Beside what is translated stands what is not.
      const texts = {
        ...(await read('l10n', 'bundle.l10n.json')),
        ...(await read('l10n', `bundle.l10n${language}.json`)),
      };
      for (const row of rowsOfButtons) {
        const titles = row.map((key) => texts[key] ?? assert.fail(key));
        const width = titles.reduce((sum, title) => sum + buttonEdges + widthOf(title), 0);
        assert.ok(width <= buttonsWidth, `${width} px${language}: ${titles.join(' | ')}`);
      }
    }
  });

  it('fit where VS Code cuts them: in what the walkthrough begins with', async () => {
    const languages = ['', ...(await languagesOf(bundles[1])).map((language) => `.${language}`)];
    for (const language of languages) {
      const texts = await read('.', `package.nls${language}.json`);
      const text = texts['walkthrough.description'] ?? '';
      const width = widthOf(text);
      assert.ok(width <= descriptionWidth, `${width} px${language}: ${text}`);
    }
  });
});
