import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import { exitOnSignals } from '../host/childProcess.ts';
import { ResultReporter } from '../host/resultReporter.ts';

// Runs the tests that use the packaged extension like a person, in order of their file names.
// An argument limits the run to the files whose name contains it; `--except` leaves such files out.
exitOnSignals();
const folder = fileURLToPath(new URL('.', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { except: { type: 'string' } },
});
const [wanted = ''] = positionals;
const isWanted = (name: string): boolean =>
  name.includes(wanted) && (values.except === undefined || !name.includes(values.except));
const mocha = new Mocha({ reporter: ResultReporter, timeout: 240_000 });
for (const name of globSync('**/*.test.ts', { cwd: folder }).filter(isWanted).toSorted()) {
  mocha.addFile(path.join(folder, name));
}
await mocha.loadFilesAsync();
mocha.run((failures) => process.exit(failures > 0 ? 1 : 0));
