import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { cutText } from '../text/cutText.ts';
import { AppError } from './appError.ts';

/** Maximum length of a message for a program, in UTF-16 units: a language model pays for each word. */
const maximumReasonLength = 1000;

/**
 * Invalid request of a program, such as a language model or another extension. The message describes the
 * problem to the program, in English.
 */
export class RequestError extends AppError {
  readonly code = 'request';
}

/** Parses the input of a program. Throws a `RequestError` that describes the problem to the program. */
export function parseRequest<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  // zod/mini has no built-in messages, and the message is all that the program learns.
  const result = z.safeParse(schema, value, { error: en().localeError });
  if (!result.success) {
    throw new RequestError(cutText(z.prettifyError(result.error), maximumReasonLength));
  }
  return result.data;
}
