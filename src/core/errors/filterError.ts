import { AppError } from './appError.ts';

/** A filter cannot be applied to these labels; the message contains the reason. */
export class FilterError extends AppError {
  readonly code = 'filter';
}
