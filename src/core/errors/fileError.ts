import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** Reading or writing a file of the user's choice failed. */
export class FileError extends AppError {
  readonly code = 'file';
  readonly operation: 'read' | 'write';

  constructor(operation: 'read' | 'write', options?: ErrorOptions) {
    const reason = codeOrNameOf(options?.cause);
    super(
      operation === 'read'
        ? l10n.t('The file could not be read ({0}).', reason)
        : l10n.t('The file could not be written ({0}).', reason),
      options,
    );
    this.operation = operation;
  }
}

/** Returns the system's error code, such as ENOSPC, or the name of the error if it has none. */
function codeOrNameOf(cause: unknown): string {
  if (!(cause instanceof Error)) {
    return '?';
  }
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

/** A file of the user's choice is unusable; the message contains the reason. */
export class UnusableFileError extends AppError {
  readonly code = 'unusableFile';
}
