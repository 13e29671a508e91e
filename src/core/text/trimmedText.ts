import * as z from 'zod/mini';

/** Schema of a non-empty text, trimmed. */
export const trimmedText = z.string().check(z.trim(), z.minLength(1));
