import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/** Texts of one file that a translation lacks. They show in English. */
export interface MissingTexts {
  /** File of the translation. */
  readonly file: string;
  readonly keys: readonly string[];
}

/** The files with the English texts; those of a language stand beside each. */
const englishFiles = ['l10n/bundle.l10n.json', 'package.nls.json'] as const;

const textsSchema = z.record(z.string(), z.unknown());

/** Returns what the translations below `root` lack, by their files. */
export function missingTranslations(root: string): readonly MissingTexts[] {
  const keysOf = (file: string): readonly string[] =>
    Object.keys(textsSchema.parse(JSON.parse(readFileSync(path.join(root, file), 'utf8'))));
  return englishFiles.flatMap((english) => {
    const wanted = keysOf(english);
    const translations = globSync(english.replace(/\.json$/, '.*.json'), { cwd: root }).toSorted();
    return translations.flatMap((file) => {
      const present = new Set(keysOf(file));
      const keys = wanted.filter((key) => !present.has(key));
      return keys.length === 0 ? [] : [{ file: file.replaceAll(path.sep, '/'), keys }];
    });
  });
}

/** Returns what is missing as lines for people; empty if nothing is. */
export function missingText(missing: readonly MissingTexts[]): string {
  return missing
    .map(({ file, keys }) => [`${file} lacks:`, ...keys.map((key) => `  ${key}`), ''].join('\n'))
    .join('');
}
