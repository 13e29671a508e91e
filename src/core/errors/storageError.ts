import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/**
 * Operation that failed. `lock`: the storage folder cannot be used; `full`: its disk has no space left.
 * `renewedElsewhere`: another window has renewed the session, and this window cannot see the new tokens until
 * it is reloaded.
 */
export type StorageOperation = 'read' | 'write' | 'lock' | 'full' | 'renewedElsewhere';

/** Reading or writing the system's keyring or the extension's storage folder failed. */
export class StorageError extends AppError {
  readonly code = 'storage';
  readonly operation: StorageOperation;

  constructor(operation: StorageOperation, options?: ErrorOptions) {
    super(describe(operation), options);
    this.operation = operation;
  }

  /** Creates the error for a failure of the storage folder. */
  static ofFolder(cause: unknown): StorageError {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    return new StorageError(code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'lock', { cause });
  }
}

function describe(operation: StorageOperation): string {
  switch (operation) {
    case 'read':
      return l10n.t('The stored sign-in could not be read from the system keyring.');
    case 'write':
      return l10n.t(
        'The sign-in could not be stored in the system keyring. It lasts until this window closes.',
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
