import { AppError } from './appError.ts';

/** A file that the user chose cannot be used; the message says why. */
export class UnusableFileError extends AppError {
  readonly code = 'unusableFile';
}
