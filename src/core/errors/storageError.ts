import { constants } from 'node:os';
import * as l10n from '@vscode/l10n';
import type { AccountId } from '../account/account.ts';
import { AppError } from './appError.ts';
import { isSystemError } from './systemError.ts';

/**
 * Operation that failed. `silent`: the keyring did not answer in time. `lock`: the storage folder cannot be
 * used; `full`: its disk has no space left. `missing`: the session is not in the keyring, although nobody has
 * signed out of it; `unreadable`: its entry is not a session; `newer`: a later release has stored the entry.
 * `renewedElsewhere`: another window has renewed the session, and this window cannot see the new tokens until
 * it is reloaded.
 */
export type StorageOperation =
  | 'silent'
  | 'read'
  | 'write'
  | 'delete'
  | 'missing'
  | 'unreadable'
  | 'newer'
  | 'lock'
  | 'full'
  | 'renewedElsewhere';

interface StorageErrorOptions extends ErrorOptions {
  readonly accountId?: AccountId;
}

/** Reading or writing the system's keyring or the extension's storage folder failed. */
export class StorageError extends AppError {
  readonly code = 'storage';
  readonly operation: StorageOperation;
  /** Account whose session cannot be read; undefined if the error is not about one account. */
  readonly accountId: AccountId | undefined;

  constructor(operation: StorageOperation, options: StorageErrorOptions = {}) {
    super(describe(operation), options);
    this.operation = operation;
    this.accountId = options.accountId;
  }

  /** Returns the error for a failure of the keyring. */
  static ofKeyring(operation: 'read' | 'write' | 'delete', cause: unknown): StorageError {
    const isSilent = cause instanceof StorageError && cause.operation === 'silent';
    // A failed write is always reported as one: whatever the reason, the sign-in lasts until the window
    // closes.
    return isSilent && operation !== 'write' ? cause : new StorageError(operation, { cause });
  }

  /** Creates the error for a failure of the storage folder. */
  static ofFolder(cause: unknown): StorageError {
    // On Linux, Node.js has no name for the error code of an exhausted quota.
    const isFull =
      isSystemError(cause) &&
      (cause.code === 'ENOSPC' ||
        cause.code === 'EDQUOT' ||
        cause.errno === -constants.errno.EDQUOT);
    return new StorageError(isFull ? 'full' : 'lock', { cause });
  }
}

function describe(operation: StorageOperation): string {
  switch (operation) {
    case 'silent':
      return l10n.t('The system keyring does not answer. Unlock it, then try again.');
    case 'read':
      return l10n.t('The stored sign-in could not be read from the system keyring.');
    case 'write':
      return l10n.t(
        'The sign-in could not be stored in the system keyring. It lasts until this window closes.',
      );
    case 'delete':
      return l10n.t('The system keyring did not delete the stored sign-in. Try again.');
    case 'missing':
      return l10n.t(
        'The system keyring does not have this sign-in at the moment. Try again, or sign in again.',
      );
    case 'unreadable':
      return l10n.t('The sign-in stored in the system keyring cannot be read. Sign in again.');
    case 'newer':
      return l10n.t(
        'A newer version of Workforce Labels has stored this sign-in. Reload the window to use that version.',
      );
    case 'renewedElsewhere':
      return l10n.t('Another window has renewed this sign-in. Reload this window to continue.');
    case 'full':
      return l10n.t(
        'The disk of the extension’s storage folder is full. Free some space, then try again.',
      );
    case 'lock':
      return l10n.t('The extension’s storage folder cannot be used. Check its permissions.');
  }
}
