import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { VisualStudioCode } from './installVisualStudioCode.ts';
import type { Settings } from './profile.ts';

/** Those that a test uses: labels as JSON, the settings as a file, the report of Show Diagnostics, and the themes. */
const used =
  /^(configuration-editing|json|json-language-features|markdown-basics|search-result|theme-.*)$/;

/** What VS Code's server and its windows are started with, for some of the built-in extensions. */
export interface BuiltInExtensions {
  readonly arguments: readonly string[];
  readonly settings: Settings;
}

/** With what VS Code comes with. */
export const allBuiltInExtensions: BuiltInExtensions = { arguments: [], settings: {} };

/**
 * Makes a folder with those built-in extensions of VS Code that a test uses. With all hundred, opening a window takes
 * half as much processor time again, and loading it anew a third. A browser still asks for its own copies of five that
 * are left out, such as Emmet's, and logs in its console that they were not found.
 */
export async function provideUsedExtensions(
  folder: string,
  { serverMain }: Pick<VisualStudioCode, 'serverMain'>,
): Promise<BuiltInExtensions> {
  const all = path.resolve(serverMain, '../../extensions');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(all)) {
    if (used.test(name)) {
      await symlink(path.join(all, name), path.join(folder, name), 'dir');
    }
  }
  return {
    arguments: [`--builtin-extensions-dir=${folder}`],
    // None that a browser runs by itself.
    settings: { 'extensions.webWorker': false },
  };
}
