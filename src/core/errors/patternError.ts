import { AppError } from './appError.ts';

/** Invalid regular expression; the message contains the reason. */
export class PatternError extends AppError {
  readonly code = 'pattern';
}
