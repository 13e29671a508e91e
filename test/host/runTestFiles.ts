import path from 'node:path';
import Mocha from 'mocha';
import { ResultReporter } from './resultReporter.ts';

/**
 * Runs the tests of `files`, paths below `folder` without their ending, one after the other in this process, and
 * ends it. A test may take `timeout` milliseconds.
 */
export async function runTestFiles(
  folder: string,
  files: readonly string[],
  timeout: number,
): Promise<void> {
  const mocha = new Mocha({
    reporter: ResultReporter,
    reporterOptions: { folder },
    timeout,
    failZero: true,
  });
  for (const file of files) {
    mocha.addFile(path.join(folder, `${file}.test.ts`));
  }
  await mocha.loadFilesAsync();
  mocha.run((failures) => process.exit(failures > 0 ? 1 : 0));
}
