import type { AccountId } from '../account/account.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { StorageError } from '../errors/storageError.ts';
import { isLockFile } from '../locks/accountLock.ts';
import type { Log } from '../log/log.ts';
import type { SessionFolder } from './sessionFolder.ts';
import type { SessionSecrets } from './sessionSecrets.ts';
import { hasNoOpenSignIn, type SignIns } from './signIns.ts';
import { isClosed, isSignOutMark, type SignOutMarks } from './signOutMarks.ts';
import {
  lineageFileOf,
  lineageOf,
  type DecodedSession,
  type StoredSession,
} from './storedSession.ts';

interface SignOutCleanupOptions {
  readonly folder: Pick<SessionFolder, 'names' | 'remove'>;
  readonly secrets: Pick<SessionSecrets, 'deleteIf'>;
  readonly signIns: SignIns;
  readonly signOuts: Pick<SignOutMarks, 'add' | 'statesOf'>;
  readonly log: Log;
}

/**
 * Deletes the remains of sign-ins that the user has signed out of, in any window. Before the last trace of a
 * sign-in is deleted, its end is marked in both places: a window that was killed may have marked it in only
 * one, and some windows see only the other.
 */
export class SignOutCleanup {
  readonly #options: SignOutCleanupOptions;

  constructor(options: SignOutCleanupOptions) {
    this.#options = options;
  }

  /**
   * Deletes the text stored for `id`, but not that of a later sign-in, and verifies this by reading. Deletes
   * an unreadable text only if `mayBeUnreadable`. `known` returns the session that this window knows. Returns
   * whether no sign-in of `id` is left. Throws `StorageError`.
   */
  async deleteText(
    id: AccountId,
    known: () => StoredSession | undefined,
    mayBeUnreadable: boolean,
  ): Promise<boolean> {
    const { secrets, signIns, signOuts } = this.#options;
    const haveAllEnded = async (): Promise<boolean> =>
      hasNoOpenSignIn(await signIns.stateOfAll(id, known()));
    const isToDelete = async (decoded: DecodedSession): Promise<boolean> => {
      if (decoded.kind !== 'session') {
        return mayBeUnreadable && (await haveAllEnded());
      }
      if (!(await signIns.isSignedOut(decoded.session))) {
        return false;
      }
      await signOuts.add(id, [lineageOf(decoded.session).lineage]);
      return await haveAllEnded();
    };
    const left = await secrets.deleteIf(id, isToDelete);
    // The text of a later sign-in may be missing for a while.
    return left === undefined && (await haveAllEnded());
  }

  /**
   * Removes the files of all sign-ins of `id` that the user has signed out of; if no other sign-in is left,
   * removes all files except the marks, and the lock files only if this window holds the lock. Throws
   * `StorageError`, and then keeps the lineages.
   */
  async removeFiles(id: AccountId, isLocked: boolean): Promise<void> {
    const { folder, signOuts } = this.#options;
    // Listed once, so that files added by a sign-in meanwhile stay.
    const all = await folder.names();
    const names = all.filter((name) => name.startsWith(`${id}.`) && !isSignOutMark(name));
    const lineages = names.flatMap((name) => lineageFileOf(name)?.lineage ?? []);
    const read = await signOuts.statesOf(lineages);
    const isEmpty = read.every(isClosed);
    const ended = new Set(
      lineages.filter((_, index) => read[index] === 'signedOut').map(({ lineage }) => lineage),
    );
    const over = names.filter((name) => {
      if (isLockFile(name)) {
        return isLocked && isEmpty;
      }
      return isEmpty || ended.has(lineageFileOf(name)?.lineage.lineage ?? '');
    });
    await folder.remove(over.filter((name) => !isTrace(name)));
    if (!(await signOuts.add(id, ended))) {
      throw new StorageError('write', { accountId: id });
    }
    await folder.remove(over.filter(isTrace));
  }

  /**
   * Runs `removeFiles`; the next listing of the sessions finds files that could not be removed. Never throws.
   */
  async tryToRemoveFiles(id: AccountId, isLocked: boolean): Promise<void> {
    try {
      await this.removeFiles(id, isLocked);
    } catch (error) {
      this.#options.log.warn(`A file of session ${id} could not be removed: ${reasonOf(error)}`);
    }
  }
}

/** Returns whether the file `name` only shows that there was a session, and contains no token. */
function isTrace(name: string): boolean {
  return isLockFile(name) || lineageFileOf(name)?.kind === 'generation';
}
