import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { cutText } from '../text/cutText.ts';
import { AppError } from './appError.ts';

/** How much a program gets to read of what is wrong, in UTF-16 units: a language model pays for each word. */
const maximumReasonLength = 1000;

/**
 * A program, such as a language model or another extension, has asked for something that cannot be. The
 * message says to the program, in English, what is wrong.
 */
export class RequestError extends AppError {
  readonly code = 'request';
}

/** Reads what a program has handed over. Throws `RequestError` that says to it what is wrong. */
export function parseRequest<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  // zod/mini has no texts of its own, and what is wrong is all that the program gets to know.
  const result = z.safeParse(schema, value, { error: en().localeError });
  if (!result.success) {
    throw new RequestError(cutText(z.prettifyError(result.error), maximumReasonLength));
  }
  return result.data;
}
