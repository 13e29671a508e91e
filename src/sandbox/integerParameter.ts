import * as z from 'zod/mini';

/** Integer in a query, with at most 32 bits. */
export const integerParameter = z
  .pipe(z.string().check(z.regex(/^-?\d{1,10}$/)), z.transform(Number))
  .check(z.refine((value) => Math.abs(value) <= 2_147_483_647));
