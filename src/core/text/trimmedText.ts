import * as z from 'zod/mini';

/** The schema of a text in which something stands, without the spaces around it. */
export const trimmedText = z.string().check(z.trim(), z.minLength(1));
