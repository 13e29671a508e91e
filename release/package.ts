import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { baseAddresses, manifestOf, repositoryFrom } from './publication.ts';

// Packages what is built into dist/workforce-labels.vsix. In a workflow the package names the repository,
// and vsce checks all that it can; elsewhere there is no repository to name, so the package is one to
// install from its file, not to publish.
const root = fileURLToPath(new URL('..', import.meta.url));
const vsix = path.join(root, 'dist', 'workforce-labels.vsix');
const vsce = path.join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
/** A package that grows beyond it holds something that it need not hold. */
const largestSize = 750_000;
const manifestSchema = z.looseObject({ version: z.string() });

function run(cwd: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, [vsce, ...args], { cwd, encoding: 'utf8' });
}

const repository = repositoryFrom(process.env);
if (repository === undefined) {
  const unpublishable = ['--allow-missing-repository', '--no-rewrite-relative-links'];
  process.stdout.write(run(root, 'package', '--no-dependencies', ...unpublishable, '--out', vsix));
} else {
  const staging = mkdtempSync(path.join(tmpdir(), 'workforce-package-'));
  try {
    for (const file of run(root, 'ls', '--no-dependencies').trim().split('\n')) {
      mkdirSync(path.dirname(path.join(staging, file)), { recursive: true });
      cpSync(path.join(root, file), path.join(staging, file));
    }
    const text = readFileSync(path.join(root, 'package.json'), 'utf8');
    const manifest = { ...manifestSchema.parse(JSON.parse(text)), ...manifestOf(repository) };
    writeFileSync(path.join(staging, 'package.json'), JSON.stringify(manifest, undefined, 2));
    cpSync(path.join(root, '.vscodeignore'), path.join(staging, '.vscodeignore'));
    const { content, images } = baseAddresses(repository);
    const bases = ['--baseContentUrl', content, '--baseImagesUrl', images];
    process.stdout.write(run(staging, 'package', '--no-dependencies', ...bases, '--out', vsix));
  } finally {
    rmSync(staging, { recursive: true });
  }
}
const { size } = statSync(vsix);
if (size > largestSize) {
  throw new Error(`The package has ${size} bytes, more than ${largestSize}.`);
}
