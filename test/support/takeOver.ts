import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountId } from '../../src/core/account/account.ts';

/** Frees the lock of `id` behind its holder's back, as a window does that takes the holder for dead. */
export async function takeOver(folder: string, id: AccountId): Promise<void> {
  for (const name of await readdir(join(folder, 'sessions'))) {
    if (name.startsWith(id) && name.endsWith('.held')) {
      await rm(join(folder, 'sessions', name));
    }
  }
}
