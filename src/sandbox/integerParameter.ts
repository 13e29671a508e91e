import * as z from 'zod/mini';

/** Whole number in a query, of 32 bits at most. */
export const integerParameter = z
  .pipe(z.string().check(z.regex(/^-?\d{1,10}$/)), z.transform(Number))
  .check(z.refine((value) => Math.abs(value) <= 2_147_483_647));
