import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isAccountId, type AccountId } from '../../account/account.ts';
import { unlessMissing } from '../../errors/systemError.ts';

/** The file of a run, as it was when it was looked at. */
export interface RunFile {
  readonly path: string;
  readonly accountId: AccountId;
  /** In bytes. */
  readonly size: number;
  /** In milliseconds since the epoch. */
  readonly changedAt: number;
}

const extension = 'jsonl';

/** Where the run `id` is kept in `folder`. */
export function runFilePath(folder: string, accountId: AccountId, id: string): string {
  return join(folder, `${accountId}.${id}.${extension}`);
}

/** The files of all runs in `folder`; none if it is not there. */
export async function runFilesIn(folder: string): Promise<readonly RunFile[]> {
  const names = (await unlessMissing(async () => await readdir(folder))) ?? [];
  const files: RunFile[] = [];
  for (const name of names) {
    const file = await runFileAt(join(folder, name));
    if (file !== undefined) {
      files.push(file);
    }
  }
  return files;
}

/** The file of a run as it is now; undefined if it is none, or not there any more. */
export async function runFileAt(path: string): Promise<RunFile | undefined> {
  const [accountId = '', , ending] = basename(path).split('.');
  if (!isAccountId(accountId) || ending !== extension) {
    return undefined;
  }
  const state = await unlessMissing(async () => await stat(path));
  return state && { path, accountId, size: state.size, changedAt: state.mtimeMs };
}

/** Whether nothing was written between two looks at a file. */
export function isSameState(one: RunFile, other: RunFile): boolean {
  return one.size === other.size && one.changedAt === other.changedAt;
}
