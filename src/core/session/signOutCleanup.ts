import type { AccountId } from '../account/account.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { StorageError } from '../errors/storageError.ts';
import { isLockFile } from '../locks/accountLock.ts';
import type { Log } from '../log/log.ts';
import type { SessionFolder } from './sessionFolder.ts';
import type { SessionSecrets } from './sessionSecrets.ts';
import { isOver, type SignIns } from './signIns.ts';
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
 * Deletes what is left of sign-ins that the user has signed out of, in whichever window. Before the last trace of one
 * goes, its end is marked in each place: a window that was killed has left its mark in one, and others see only the
 * other one.
 */
export class SignOutCleanup {
  readonly #options: SignOutCleanupOptions;

  constructor(options: SignOutCleanupOptions) {
    this.#options = options;
  }

  /**
   * Deletes the text that is stored for `id`, but not that of a later sign-in, and verifies that by reading; one that
   * cannot be read only if it `mayBeUnreadable`. `known` returns the session as this window knows it. Returns whether
   * nobody is signed in any more. Throws `StorageError`.
   */
  async deleteText(
    id: AccountId,
    known: () => StoredSession | undefined,
    mayBeUnreadable: boolean,
  ): Promise<boolean> {
    const { secrets, signIns, signOuts } = this.#options;
    const haveAllEnded = async (): Promise<boolean> =>
      isOver(await signIns.stateOfAll(id, known()));
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
   * Removes the files of all sign-ins of `id` that the user has signed out of; where no other is left, all files but
   * the marks, and those of the lock only if it is held here. Throws `StorageError`, and keeps the lineages then.
   */
  async removeFiles(id: AccountId, isLocked: boolean): Promise<void> {
    const { folder, signOuts } = this.#options;
    // Listed once: what a sign-in adds meanwhile stays.
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

  /** As `removeFiles`, where the next list of the sessions finds what is left. Never throws. */
  async tryToRemoveFiles(id: AccountId, isLocked: boolean): Promise<void> {
    try {
      await this.removeFiles(id, isLocked);
    } catch (error) {
      this.#options.log.warn(`A file of session ${id} could not be removed: ${reasonOf(error)}`);
    }
  }
}

/** Returns whether the file `name` of a session says that there was one, and holds no token. */
function isTrace(name: string): boolean {
  return isLockFile(name) || lineageFileOf(name)?.kind === 'generation';
}
