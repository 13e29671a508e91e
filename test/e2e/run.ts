import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { exitOnSignals } from '../host/childProcess.ts';
import { runTestFiles } from '../host/runTestFiles.ts';
import { timeLimits } from '../support/timeLimits.ts';
import { filesIn, inOrder, shares } from './shares.ts';

// Runs the tests that use the packaged extension like a person. Arguments limit the run to the files whose
// name contains one of them, `--file` to the file of this name, `--share` to those of one share.
exitOnSignals();
const ending = '.test.ts';
const folder = fileURLToPath(new URL('.', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string' }, file: { type: 'string', multiple: true, default: [] } },
});
const share = z.enum(shares).optional().parse(values.share);
const names = globSync('**/*.test.ts', { cwd: folder })
  .map((file) => file.replace(ending, ''))
  .filter((name) => positionals.length === 0 || positionals.some((part) => name.includes(part)))
  .filter((name) => values.file.length === 0 || values.file.includes(name))
  .toSorted();
await runTestFiles(
  folder,
  share === undefined ? inOrder(names) : filesIn(share, names),
  timeLimits.endToEndTest,
);
