import { AppError } from './appError.ts';

/**
 * A program, such as a language model or another extension, has asked for something that cannot be. The
 * message says to the program, in English, what is wrong.
 */
export class RequestError extends AppError {
  readonly code = 'request';
}
