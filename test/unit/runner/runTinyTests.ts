import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runTestFiles } from '../../host/runTestFiles.ts';

// Stands in for a level of window tests: runs the tests in the folder that the argument names, or the files that
// `--file` names.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { file: { type: 'string', multiple: true, default: [] } },
});
const [folder = ''] = positionals;
const names = globSync('*.test.ts', { cwd: folder })
  .map((file) => file.replace('.test.ts', ''))
  .filter((name) => values.file.length === 0 || values.file.includes(name))
  .toSorted();
await runTestFiles(folder, names, 10_000);
