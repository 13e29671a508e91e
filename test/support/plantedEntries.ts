import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What may stand in place of a file, by what it is; Windows has only the first. */
export const plantedEntries: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'a folder': async (path) => {
    await mkdir(path);
    await writeFile(join(path, 'file'), '');
  },
  ...(process.platform === 'win32'
    ? {}
    : {
        'a pipe that nobody writes to': async (path: string) => {
          await run('mkfifo', [path]);
        },
        'a link to a device without end': async (path: string) => {
          await symlink('/dev/zero', path);
        },
        'a link to nothing': async (path: string) => {
          await symlink('/nothing/there', path);
        },
      }),
};
