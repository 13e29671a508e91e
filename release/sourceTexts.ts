import { globSync, readFileSync } from 'node:fs';
import { getL10nJson, type l10nJsonFormat } from '@vscode/l10n-dev';

/** An import of what `l10n.t` comes with. */
const l10nImport = /^import [^;]* from '(?:vscode|@vscode\/l10n)';$/gm;

/**
 * Returns the texts that the sources translate, as `l10n/bundle.l10n.json` holds them: in the order of
 * the files. The sources are analyzed as one text that has each import once, because the analyzer
 * compiles its queries, which takes a quarter of a second, for each import of each text.
 */
export async function sourceTexts(): Promise<l10nJsonFormat> {
  const sources = globSync('src/**/*.ts')
    .toSorted()
    .map((file) => readFileSync(file, 'utf8'));
  const imports = new Set(sources.flatMap((source) => source.match(l10nImport) ?? []));
  const bodies = sources.map((source) => source.replaceAll(l10nImport, ''));
  return await getL10nJson([{ extension: '.ts', contents: [...imports, ...bodies].join('\n') }]);
}
