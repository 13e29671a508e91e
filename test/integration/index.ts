import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { ResultReporter } from '../host/resultReporter.ts';

/**
 * Runs the bundled tests beside this file; VS Code calls it in its extension host.
 * Throws when a test failed.
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const mark = process.env['TEST_OUTPUT_MARK'] ?? '';
  Mocha.reporters.Base.consoleLog = (...values: unknown[]) =>
    format(...values)
      .split('\n')
      .forEach((line) => console.log(`${mark}${line}`));
  const mocha = new Mocha({ reporter: ResultReporter, timeout: 60_000, color: false });
  const folder = import.meta.dirname;
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    if (name.endsWith('.test.js')) {
      mocha.addFile(path.join(folder, name));
    }
  }
  await mocha.loadFilesAsync();
  const { promise: failures, resolve } = Promise.withResolvers<number>();
  mocha.run(resolve);
  if ((await failures) > 0) {
    throw new Error(`${await failures} integration tests failed.`);
  }
}
