import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Mocha from 'mocha';
import { exitOnSignals } from '../host/childProcess.ts';
import { ResultReporter } from '../host/resultReporter.ts';

// Runs the tests that use the packaged extension like a person, two files at a time: a window leaves one of
// two processors idle. An argument limits the run to the files whose name contains it.
exitOnSignals();
const folder = fileURLToPath(new URL('.', import.meta.url));
const wanted = process.argv[2] ?? '';
const mocha = new Mocha({
  reporter: ResultReporter,
  timeout: 240_000,
  parallel: true,
  jobs: 2,
  require: [path.join(folder, 'worker.ts')],
});
for (const name of globSync('**/*.test.ts', { cwd: folder }).toSorted()) {
  if (name.includes(wanted)) {
    mocha.addFile(path.join(folder, name));
  }
}
mocha.run((failures) => process.exit(failures > 0 ? 1 : 0));
