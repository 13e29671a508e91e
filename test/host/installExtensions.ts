import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { timeLimits } from '../support/timeLimits.ts';
import { runQuietly } from './childProcess.ts';
import type { VisualStudioCode } from './installVisualStudioCode.ts';

/** Where extensions stay that were installed: a folder for each release of VS Code and content of files. */
const installations = fileURLToPath(new URL('../../dist/installed', import.meta.url));

/**
 * Installs the extensions of some VSIX files into `folder`: as VS Code does it, which takes two seconds of the
 * processor, unless it has done so for the same files before.
 */
export async function installExtensions(
  folder: string,
  product: VisualStudioCode,
  vsixFiles: readonly string[],
): Promise<void> {
  const digest = createHash('sha256');
  for (const file of vsixFiles) {
    digest.update(await readFile(file));
  }
  const installed = path.join(installations, `${product.release}-${digest.digest('hex')}`);
  if (!existsSync(installed)) {
    await install(installed, product, vsixFiles);
  }
  // The list of extensions that VS Code keeps there names their folders as they are called in it.
  await cp(installed, folder, { recursive: true });
}

async function install(
  installed: string,
  { codeServer, node, release }: VisualStudioCode,
  vsixFiles: readonly string[],
): Promise<void> {
  await mkdir(installations, { recursive: true });
  const partial = await mkdtemp(path.join(installations, 'partial-'));
  const extensions = path.join(partial, 'extensions');
  const options = [
    `--extensions-dir=${extensions}`,
    `--user-data-dir=${path.join(partial, 'user-data')}`,
    `--config=${path.join(partial, 'config.yaml')}`,
  ];
  const installing = vsixFiles.flatMap((file) => ['--install-extension', file]);
  try {
    await runQuietly(node, [codeServer, ...options, ...installing], {
      cwd: partial,
      logFile: path.join(partial, 'install.log'),
      timeLimit: timeLimits.installation,
    });
    for (const name of await readdir(installations)) {
      if (name.startsWith(`${release}-`) && name !== path.basename(installed)) {
        await rm(path.join(installations, name), { recursive: true, force: true });
      }
    }
    await rename(extensions, installed).catch((error: unknown) => {
      // Another run may have done the same meanwhile.
      if (!existsSync(installed)) {
        throw error;
      }
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}
