import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/**
 * English texts of the manifest that its translations stand for. `package.nls.json` goes by ids, which stay when
 * a text changes; the texts of the code are their own keys.
 */
const translatedFile = 'release/translatedManifestTexts.json';

const textsSchema = z.record(z.string(), z.string());

function read(root: string, file: string): Readonly<Record<string, string>> {
  return textsSchema.parse(JSON.parse(readFileSync(path.join(root, file), 'utf8')));
}

/** Returns the keys of the texts below `root` that have changed since they were translated. */
export function changedManifestTexts(root: string): readonly string[] {
  const translated = read(root, translatedFile);
  return Object.entries(read(root, 'package.nls.json')).flatMap(([key, text]) =>
    (translated[key] ?? text) === text ? [] : [key],
  );
}

/** Records the new texts as translated, and those of `keys`, whose translations somebody has gone over. */
export function recordManifestTexts(root: string, keys: readonly string[]): void {
  const translated = read(root, translatedFile);
  const texts = Object.entries(read(root, 'package.nls.json')).map(([key, text]) => [
    key,
    keys.includes(key) ? text : (translated[key] ?? text),
  ]);
  const content = `${JSON.stringify(Object.fromEntries(texts), undefined, 2)}\n`;
  writeFileSync(path.join(root, translatedFile), content);
}

/** Returns the changed texts as lines for people; empty if there are none. */
export function changedText(keys: readonly string[]): string {
  return keys.length === 0
    ? ''
    : [
        'package.nls.json has texts that changed after their translation. Go over package.nls.*.json, then run `npm run l10n KEY…`:',
        ...keys.map((key) => `  ${key}`),
        '',
      ].join('\n');
}
