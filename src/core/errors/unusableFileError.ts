import { AppError } from './appError.ts';

/** A file that the user has chosen is not what is wanted; the message says what is wrong with it. */
export class UnusableFileError extends AppError {
  readonly code = 'unusableFile';
}
