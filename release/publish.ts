import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { checkTag, repositoryFrom } from './publication.ts';

// Publishes dist/workforce-labels.vsix, the same file, to the Visual Studio Marketplace and to Open VSX, after
// everything has been checked that can be: nothing is published by half for want of a token. The tag is
// the argument; the tokens are VSCE_PAT and OVSX_PAT.
const root = fileURLToPath(new URL('..', import.meta.url));
const vsix = path.join(root, 'dist', 'workforce-labels.vsix');
const registries = [
  { program: ['@vscode', 'vsce', 'vsce'], token: 'VSCE_PAT', options: ['--packagePath', vsix] },
  { program: ['ovsx', 'bin', 'ovsx'], token: 'OVSX_PAT', options: [vsix] },
] as const;

const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
checkTag(process.argv[2] ?? '', version, read('CHANGELOG.md'));
if (repositoryFrom(process.env) === undefined) {
  throw new Error('No repository is named. A release is published by its workflow.');
}
const missing = registries.flatMap(({ token }) => ((process.env[token] ?? '') === '' ? token : []));
if (missing.length > 0) {
  throw new Error(`Not set: ${missing.join(', ')}.`);
}
for (const { options, program } of registries) {
  const file = path.join(root, 'node_modules', ...program);
  // A release that was broken off goes on where it was: what is published already is left alone.
  execFileSync(process.execPath, [file, 'publish', '--skip-duplicate', ...options], {
    cwd: root,
    stdio: 'inherit',
  });
}
