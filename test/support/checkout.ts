import { execFile } from 'node:child_process';
import { cp, readdir, symlink } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const leftOut: ReadonlySet<string> = new Set(['.git', '.vscode-test', 'dist', 'node_modules']);

/** Copies the project into `folder`, as a checkout has it after the installation of its packages. */
export async function copyCheckout(folder: string): Promise<void> {
  for (const name of await readdir('.')) {
    if (!leftOut.has(name)) {
      await cp(name, join(folder, name), { recursive: true });
    }
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
}

/** Runs a program in `folder` with the project's own Node.js first on PATH. Returns its output; throws if it fails. */
export async function runIn(
  folder: string,
  program: string,
  programArguments: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  const options = { cwd: folder, env: { ...process.env, PATH, ...environment } };
  return (await promisify(execFile)(program, programArguments, options)).stdout;
}
