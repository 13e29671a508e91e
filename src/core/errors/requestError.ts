import * as z from 'zod';
import { AppError } from './appError.ts';

/**
 * A program, such as a language model or another extension, has asked for something that cannot be. The
 * message says to the program, in English, what is wrong.
 */
export class RequestError extends AppError {
  readonly code = 'request';
}

/** Reads what a program has handed over. Throws `RequestError` that says to it what is wrong. */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) {
    throw new RequestError(z.prettifyError(result.error));
  }
  return result.data;
}
