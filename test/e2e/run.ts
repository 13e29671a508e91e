import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import * as z from 'zod';
import { exitOnSignals } from '../host/childProcess.ts';
import { ResultReporter } from '../host/resultReporter.ts';
import { filesIn, inOrder, shares } from './shares.ts';

// Runs the tests that use the packaged extension like a person. Arguments limit the run to the files whose
// name contains one of them, `--share` to those of one share.
exitOnSignals();
const ending = '.test.ts';
const folder = fileURLToPath(new URL('.', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string' } },
});
const share = z.enum(shares).optional().parse(values.share);
const names = globSync('**/*.test.ts', { cwd: folder })
  .map((file) => file.replace(ending, ''))
  .filter((name) => positionals.length === 0 || positionals.some((part) => name.includes(part)))
  .toSorted();
const mocha = new Mocha({ reporter: ResultReporter, timeout: 240_000, failZero: true });
for (const name of share === undefined ? inOrder(names) : filesIn(share, names)) {
  mocha.addFile(path.join(folder, `${name}${ending}`));
}
await mocha.loadFilesAsync();
mocha.run((failures) => process.exit(failures > 0 ? 1 : 0));
