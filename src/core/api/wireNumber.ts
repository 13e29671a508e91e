import * as z from 'zod/mini';
import { numberText } from '../text/exactJson.ts';

const wholeForm = /^-?\d+$/;
const decimalForm = /^-?\d+(?:\.\d+)?$/;

/** Returns the number in `value`, a JSON number or a text of this form; otherwise `value`. */
function numberIn(value: unknown, form: RegExp): unknown {
  const text = typeof value === 'string' ? value : numberText(value);
  return text !== undefined && form.test(text) ? Number(text) : value;
}

/** Whole number in a response: a number, or its digits as text. */
export const wholeNumber = z.pipe(
  z.transform((value: unknown) => numberIn(value, wholeForm)),
  z.int(),
);

/** Number in a response: a number, or its digits as text. */
export const decimalNumber = z.pipe(
  z.transform((value: unknown) => numberIn(value, decimalForm)),
  z.number(),
);

/** Identifier in a response: a text, or a whole number, with all digits preserved. */
export const identifier = z.pipe(
  z.transform((value: unknown) => {
    const text = numberText(value);
    return text !== undefined && wholeForm.test(text) ? text : value;
  }),
  z.string().check(z.minLength(1)),
);
