import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installBrowser } from '../host/browser.ts';
import { exitOnSignals, runQuietly } from '../host/childProcess.ts';
import { makeTemporaryFolder } from '../host/temporaryFolder.ts';
import { resultOf, type Result } from './result.ts';
import { keepResults } from './resultFiles.ts';
import { rowTable } from './resultText.ts';
import { missedBudgets } from './row.ts';
import { subjects } from './subjects.ts';

// Measures all subjects, or those that are named, and keeps the results.
//   --check   exits with 1 where a budget is missed
const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
});

exitOnSignals();
const known = Object.keys(subjects);
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(1);
}
const chosen = Object.entries(subjects).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
if (chosen.some(([, { needsWindow }]) => needsWindow)) {
  await packageExtension();
}
const results: Record<string, Result> = {};
const failed: string[] = [];
for (const [name, { measure, needsWindow }] of chosen) {
  const started = performance.now();
  const browser = needsWindow ? await installBrowser() : undefined;
  const result = await resultOf(measure, browser).catch((error: unknown) => {
    console.error(`\n${name} could not be measured:`, error);
    failed.push(name);
  });
  if (result === undefined) {
    continue;
  }
  results[name] = result;
  // At once: what comes later may fail.
  keepResults(results, known);
  console.log(`\n${name}, in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  console.log(rowTable(result.rows));
}
const rows = Object.values(results).flatMap((result) => result.rows);
const missed = rows.filter((row) => missedBudgets(row).length > 0);
console.log(`${rows.length} rows; budgets missed: ${missed.length}`);
for (const { name } of missed) {
  console.log(`  ${name}`);
}
process.exit(failed.length > 0 || (options.check && missed.length > 0) ? 1 : 0);

async function packageExtension(): Promise<void> {
  const folder = makeTemporaryFolder('workforce-package');
  await runQuietly('npm', ['run', '--silent', 'package'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    logFile: path.join(folder.path, 'package.log'),
    timeLimit: 120_000,
  });
  folder.remove();
}
