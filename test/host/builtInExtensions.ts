import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { VisualStudioCode } from './installVisualStudioCode.ts';

/** Those that a test uses: labels as JSON, the settings as a file, the report of Show Diagnostics, and the themes. */
const used =
  /^(configuration-editing|json|json-language-features|markdown-basics|search-result|theme-.*)$/;

/**
 * Makes a folder with those built-in extensions of VS Code that a test uses. With all hundred, opening a window takes
 * half as much processor time again, and loading it anew a third.
 */
export async function provideBuiltInExtensions(
  folder: string,
  { serverMain }: Pick<VisualStudioCode, 'serverMain'>,
): Promise<void> {
  const all = path.resolve(serverMain, '../../extensions');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(all)) {
    if (used.test(name)) {
      await symlink(path.join(all, name), path.join(folder, name), 'dir');
    }
  }
}
