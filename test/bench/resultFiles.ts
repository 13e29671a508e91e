import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { resultsSchema, type Results } from './result.ts';
import { resultText } from './resultText.ts';

const jsonFile = fileURLToPath(new URL('results.json', import.meta.url));
const textFile = fileURLToPath(new URL('RESULTS.md', import.meta.url));

/**
 * Keeps `results` beside those of other subjects from earlier runs: as JSON, and as text made from that,
 * with the subjects in the order of `names`.
 */
export function keepResults(results: Results, names: readonly string[]): void {
  const earlier: Results = existsSync(jsonFile)
    ? resultsSchema.parse(JSON.parse(readFileSync(jsonFile, 'utf8')))
    : {};
  const all: Results = { ...earlier, ...results };
  const inOrder = Object.fromEntries(
    names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
  writeFileSync(jsonFile, `${JSON.stringify(inOrder, undefined, 1)}\n`);
  writeFileSync(textFile, resultText(inOrder));
}
