import { AppError } from './appError.ts';

/** A regular expression that cannot be used; the message says why. */
export class PatternError extends AppError {
  readonly code = 'pattern';
}
